// Makes a module of what a plugin writes into pages: `assets/page.css` and `assets/page.js` of a plugin's folder become
// texts in its `assets.gen.ts`, so that they are files that tools can read and yet part of the bundle.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { writeIfChanged } from './write-file.mjs';

/** Oldest browsers that must understand the result. */
const TARGET = ['es2021', 'chrome109', 'firefox115', 'safari16'];

export async function generateAssets({ root, head }) {
  const plugins = join(root, 'plugins');
  const files = await readdir(plugins, { recursive: true });
  const folders = files.filter((file) => /(^|[\\/])assets[\\/]page\.css$/.test(file)).map((file) => dirname(file));
  for (const folder of folders) {
    const text = async (name, loader) => {
      const source = await readFile(join(plugins, folder, name), 'utf8');
      const { code } = await transform(source, { loader, minify: true, target: TARGET, legalComments: 'none' });
      // Inside of its element, nothing may look like the end of it.
      if (/<[/!]/.test(code)) throw new Error(`plugins/${folder}/${name}: must not hold "</" or "<!"`);
      return JSON.stringify(code.trimEnd());
    };
    const module = `${head}export const style =\n  ${await text('page.css', 'css')};\nexport const script =\n  ${await text('page.js', 'js')};\n`;
    await writeIfChanged(join(plugins, dirname(folder), 'assets.gen.ts'), module);
  }
}

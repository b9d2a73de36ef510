// What `npm pack` would put into the package.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Bytes of the package unpacked and packed, and its files. Packs nothing and runs no script. */
export async function packageSize(root) {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: root,
    maxBuffer: 1 << 24,
  });
  const [{ unpackedSize, size, files }] = JSON.parse(stdout);
  return { unpacked: unpackedSize, packed: size, files: files.map(({ path }) => path) };
}

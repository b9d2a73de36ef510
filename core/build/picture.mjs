#!/usr/bin/env node
// `npm run picture`: the picture of the console in README.md, drawn from what `toolscore demo` really prints. SVG, so that
// it is sharp at every size; a dark window with a border, which is readable on light pages and on dark ones.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eastAsianWidth } from 'get-east-asian-width';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PICTURE = '.github/demo.svg';

/** In pixels. The advance is that of a font of this size; each line is stretched to it, whichever font there is. */
const SIZE = 14;
const ADVANCE = 8.4;
const LINE = 19;
const MARGIN = 18;
const TOP = 44;

const COLORS = { 31: '#ff7b72', 32: '#7ee787', 33: '#f2cc60', 34: '#79c0ff', 36: '#76e3ea', 90: '#9198a1' };
const PLAIN = '#e6edf3';
const DIM = '#9198a1';
const BACKGROUND = '#161b22';
const BORDER = '#444c56';
const DOTS = ['#ff5f57', '#febc2e', '#28c840'];

const xml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What an escape sequence makes of how the next text looks. */
function restyle(style, codes) {
  const next = { ...style };
  for (const code of codes.split(';').map(Number)) {
    if (code === 0) Object.assign(next, { color: undefined, bold: false, dim: false });
    else if (code === 1) next.bold = true;
    else if (code === 2) next.dim = true;
    else if (code === 22) Object.assign(next, { bold: false, dim: false });
    else if (code === 39) next.color = undefined;
    else if (COLORS[code] !== undefined) next.color = COLORS[code];
    else throw new Error(`no picture of the escape sequence ${code} yet`);
  }
  return next;
}

/** A line as spans of one look each; the look goes on in the next line. */
function spansOf(line, style) {
  const spans = [];
  // oxlint-disable-next-line no-control-regex
  const [first, ...rest] = line.split(/\u001b\[([\d;]*)m/);
  if (first !== '') spans.push({ text: first, style });
  for (let index = 0; index < rest.length; index += 2) {
    style = restyle(style, rest[index] || '0');
    if (rest[index + 1] !== '') spans.push({ text: rest[index + 1], style });
  }
  return { spans, style };
}

function drawSpan({ text, style: { color, bold, dim } }) {
  const fill = color ?? (dim ? DIM : undefined);
  const looks = [fill && ` fill="${fill}"`, bold && ' font-weight="bold"'].filter(Boolean).join('');
  return looks === '' ? xml(text) : `<tspan${looks}>${xml(text)}</tspan>`;
}

const widthOf = (text) => [...text].reduce((sum, character) => sum + eastAsianWidth(character.codePointAt(0)), 0);

/** The SVG of what a terminal shows. `text` may hold the escape sequences of colours, bold and dim. */
export function drawTerminal(text, title) {
  let style = { color: undefined, bold: false, dim: false };
  const lines = text.trimEnd().split('\n');
  const drawn = [];
  let columns = 0;
  for (const [index, line] of lines.entries()) {
    const { spans, style: next } = spansOf(line, style);
    style = next;
    const width = widthOf(spans.map((span) => span.text).join(''));
    columns = Math.max(columns, width);
    if (width === 0) continue;
    const y = TOP + index * LINE + SIZE;
    const length = (width * ADVANCE).toFixed(1);
    drawn.push(
      `<text x="${MARGIN}" y="${y}" textLength="${length}" xml:space="preserve">${spans.map(drawSpan).join('')}</text>`,
    );
  }
  const width = Math.ceil(columns * ADVANCE + 2 * MARGIN);
  const height = TOP + lines.length * LINE + MARGIN;
  const dots = DOTS.map((color, index) => `<circle cx="${MARGIN + 6 + index * 20}" cy="22" r="6" fill="${color}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${xml(title)}">
<title>${xml(title)}</title>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${BACKGROUND}" stroke="${BORDER}"/>
${dots.join('\n')}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${SIZE}" fill="${PLAIN}">
${drawn.join('\n')}
</g>
</svg>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const env = { ...process.env, FORCE_COLOR: '1', NO_COLOR: '', LANG: 'C.UTF-8' };
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'dist/cli.mjs'), 'demo'], { env });
  const shown = `\u001b[2m$\u001b[22m npx toolscore demo\n${stdout}`;
  await writeFile(join(root, PICTURE), drawTerminal(shown, 'toolscore grades the bundled sample server: B, 86 %'));
}

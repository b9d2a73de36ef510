import type { Grade } from '../../core/index.js';

const COLORS: Readonly<Record<Grade, string>> = { A: '15803d', B: '4d7c0f', C: 'a16207', D: 'c2410c', F: 'b91c1c' };

/** The grade as a picture for the tab, inside of its own address. */
export function icon(grade: Grade | null): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='7' fill='#${grade === null ? '4b5563' : COLORS[grade]}'/><text x='16' y='23.5' text-anchor='middle' font-family='sans-serif' font-weight='700' font-size='21' fill='#fff'>${grade ?? '–'}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

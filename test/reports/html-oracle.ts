/** Reads a page as strictly as XML, so that nothing that a browser would forgive goes unseen. */

const VOID = new Set(['meta', 'link', 'input', 'br']);
const TAG = /<(?<close>\/?)(?<name>[a-z][a-z0-9]*)(?<attributes>(?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*(?<empty>\/?)>/g;

/** Without its doctype, style and script, which are ours and no text of a server gets near. */
function markupOf(page: string): string {
  const scripts = page.match(/<script/g) ?? [];
  if (scripts.length !== 1) throw new Error(`${scripts.length} scripts`);
  return page.replace(/^<!doctype html>/, '').replace(/<(style|script)>[^]*?<\/\1>/g, '');
}

/** Names of all elements, in order. Throws where tags do not pair, or where there is a `<`, `>` or `&` that is no markup. */
export function tagsOf(page: string): readonly string[] {
  const markup = markupOf(page);
  const open: string[] = [];
  const names: string[] = [];
  for (const { groups } of markup.matchAll(TAG)) {
    const name = groups?.['name'] ?? '';
    if (groups?.['close'] === '/') {
      const last = open.pop();
      if (last !== name) throw new Error(`</${name}> closes <${last}>`);
    } else {
      names.push(name);
      if (!VOID.has(name)) open.push(name);
    }
  }
  if (open.length > 0) throw new Error(`never closed: ${open.join(', ')}`);
  const stray = /[<>]|&(?!(?:amp|lt|gt|quot|#39);)/.exec(markup.replaceAll(TAG, ''));
  if (stray !== null) throw new Error(`a stray ${stray[0]}`);
  return names;
}

/** Names of all attributes. */
export function attributesOf(page: string): readonly string[] {
  return [...markupOf(page).matchAll(TAG)].flatMap(({ groups }) =>
    [...(groups?.['attributes'] ?? '').matchAll(/\s([a-z-]+)(?:="[^"]*")?/g)].map(([, name = '']) => name),
  );
}

/** What a reader sees, on one line. */
export function textOf(page: string): string {
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return markupOf(page)
    .replace(/<head>[^]*<\/head>/, '')
    .replaceAll(/<(?=\/?(?:p|li|h\d|t[dhr]|d[dt]|div|summary|section|pre|code|span)\b)[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ');
}

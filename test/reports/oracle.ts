/** What no output may do, whatever a server says. Each function returns what it complains about. */

import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

const ACTING = /[^\n\P{Cc}]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|\p{Noncharacter_Code_Point}/u;
const SGR = /\p{Cc}\[\d*m/gu;

const around = (text: string, at: number): string => JSON.stringify(text.slice(Math.max(0, at - 20), at + 20));

/** Characters that act instead of showing. */
export function acting(text: string): readonly string[] {
  const found = ACTING.exec(text);
  return found === null ? [] : [`U+${(found[0].codePointAt(0) ?? 0).toString(16)} at ${around(text, found.index)}`];
}

/** On a terminal, colours are ours; nothing else is anybody's. No line is a command to a build system, and none is wider than the terminal. */
export function onTerminal(output: string): readonly string[] {
  const text = output.replaceAll(SGR, '');
  const command = /^\s*::|##\w*\[/m.exec(text);
  const stack = /[\p{Mn}\p{Me}]{5}/u.exec(text);
  return [
    ...acting(text),
    ...(command === null ? [] : [`a command: ${around(text, command.index)}`]),
    ...(stack === null ? [] : ['a stack of marks']),
  ];
}

/** The elements that a GFM renderer makes of it, with their addresses; inline code aside, which our names may or may not need. */
export function elements(markdown: string): readonly string[] {
  const html = micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  return (html.match(/<[^>]*>/g) ?? []).filter((tag) => !/^<\/?code>$/.test(tag));
}

/** Pipes in each row of a table: a renderer drops what is more than the head has, so the elements alone do not show it. */
export function pipes(markdown: string): readonly number[] {
  const rows = markdown.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((row) => row.split('|').length - 1);
}

/** The tags of XML that is well formed and holds nothing but elements, quoted attributes and text; throws when it is not. */
export function xmlTags(xml: string): readonly string[] {
  const NODE =
    /<(\/?)([\w:-]+)((?:\s+[\w:-]+="(?:[^"<>&]|&(?:amp|lt|gt|quot|#39);)*")*)(\/?)>|(?:[^<>&]|&(?:amp|lt|gt|quot|#39);)+/gy;
  const open: string[] = [];
  const tags: string[] = [];
  let end = 0;
  for (const { 0: node, 1: closing, 2: name, 3: attributes = '', 4: empty } of xml.matchAll(NODE)) {
    end += node.length;
    if (name === undefined) continue;
    tags.push(
      `${closing}${name} ${[...attributes.matchAll(/([\w:-]+)="[^"]*"/g)].map((attribute) => attribute[1]).join(' ')}`,
    );
    if (closing === '/') {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
    } else if (empty === '') open.push(name);
  }
  if (end !== xml.length) throw new Error(`no XML from ${around(xml, end)} on`);
  if (open.length > 0) throw new Error(`<${open.join('> <')}> stays open`);
  return tags;
}

/** What is wrong with a manifest, in the order of its check. Values are never quoted. Source: manifest specification, 1.9. */

import { FIELD_STAGES, type FieldStage } from './declaration.js';
import { IDENTIFIER } from './grammar.js';
import { type Locate, type Path, placeOf } from '../origin.js';
import { showPath } from '../load/quote.js';

/** A part of the manifest whose problems stand together: the document itself, or one case. */
export interface Section {
  readonly path: Path;
  /** Begins each of its messages, such as `probe case heals: `. */
  readonly label: string;
}

interface Found {
  readonly section: number;
  readonly stage: number;
  readonly line: string;
}

const DOCUMENT: Section = { path: [], label: '' };
const [SHAPE] = FIELD_STAGES;

export class ManifestProblems {
  readonly #locate: Locate;
  readonly #found: Found[] = [];
  #sections = 0;

  constructor(locate: Locate) {
    this.#locate = locate;
  }

  get count(): number {
    return this.#found.length;
  }

  /** One line each: names that stand twice, then what is wrong with shapes anywhere, then each section by its stages. */
  get lines(): readonly string[] {
    return this.#found.toSorted((a, b) => a.section - b.section || a.stage - b.stage).map(({ line }) => line);
  }

  /** A problem of the text itself: these come before all others. `path` goes on from the section. */
  addOfText(path: Path, message: string, section: Section = DOCUMENT): void {
    this.#add(-2, 0, section, path, message);
  }

  /** A sink for the next section; places are given from its root. */
  section(section: Section = DOCUMENT): (at: Path, message: string, stage: FieldStage) => void {
    const number = this.#sections++;
    return (at, message, stage) =>
      this.#add(stage === SHAPE ? -1 : number, FIELD_STAGES.indexOf(stage), section, at, message);
  }

  #add(section: number, stage: number, { path, label }: Section, at: Path, message: string): void {
    const whole = [...path, ...at];
    const place = placeOf(this.#locate(whole, true));
    const sentence = `${label}${[showPath(at.map(shown)), message].filter((part) => part !== '').join(' ')}`;
    const line = [place, pointer(whole), sentence].filter((part) => part !== '').join('  ');
    this.#found.push({ section, stage, line: /[.?]$/.test(line) ? line : `${line}.` });
  }
}

/** M-34: what is neither a place in a list nor a plain name could be anything. One name of the format is no plain one. */
function shown(step: string | number): string | number {
  return typeof step === 'number' || IDENTIFIER.test(step) || step === '$schema' ? step : '*';
}

function pointer(path: Path): string {
  return path.map((step) => `/${shown(step)}`).join('');
}

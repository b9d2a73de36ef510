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
  readonly order: number;
  readonly stage: number;
  readonly section: Section;
  readonly at: Path;
  readonly message: string;
}

const DOCUMENT: Section = { path: [], label: '' };
const [SHAPE] = FIELD_STAGES;
/** Nobody reads more, and a manifest that a machine made can have a million. */
const MAX_LINES = 1000;

export class ManifestProblems {
  readonly #locate: Locate;
  readonly #found: Found[] = [];
  #sections = 0;

  constructor(locate: Locate) {
    this.#locate = locate;
  }

  get any(): boolean {
    return this.#found.length > 0;
  }

  /** One line each: problems of the text, then what is wrong with shapes anywhere, then each section by its stages. */
  get lines(): readonly string[] {
    const all = this.#found.toSorted((a, b) => a.order - b.order || a.stage - b.stage);
    const lines = all.slice(0, MAX_LINES).map((one) => this.#line(one));
    return this.isFull ? [...lines, `There are more problems than these ${MAX_LINES}.`] : lines;
  }

  /** There are more than will be told. */
  get isFull(): boolean {
    return this.#found.length > MAX_LINES;
  }

  /** A problem of the text itself. `at` goes on from the section. */
  addOfText(at: Path, message: string, section: Section = DOCUMENT): void {
    this.#found.push({ order: -2, stage: 0, section, at, message });
  }

  /** A sink for the next section; places are given from its root. */
  section(section: Section = DOCUMENT): (at: Path, message: string, stage: FieldStage) => void {
    const number = this.#sections++;
    return (at, message, stage) =>
      this.#found.push({
        order: stage === SHAPE ? -1 : number,
        stage: FIELD_STAGES.indexOf(stage),
        section,
        at,
        message,
      });
  }

  #line({ section: { path, label }, at, message }: Found): string {
    const whole = [...path, ...at];
    const place = placeOf(this.#locate(whole, true));
    const sentence = `${label}${[showPath(at.map(shown)), message].filter((part) => part !== '').join(' ')}`;
    const line = [place, pointer(whole), sentence].filter((part) => part !== '').join('  ');
    return /[.?]$/.test(line) ? line : `${line}.`;
  }
}

/** M-34: what is neither a place in a list nor a plain name could be anything. One name of the format is no plain one. */
function shown(step: string | number): string | number {
  return typeof step === 'number' || IDENTIFIER.test(step) || step === '$schema' ? step : '*';
}

function pointer(path: Path): string {
  return path.map((step) => `/${shown(step)}`).join('');
}

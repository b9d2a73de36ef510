import { boundedJson } from '../../core/index.js';

/** Names and texts that a server made longer than this are cut; a report must not grow with them. */
export const BOUNDS = { text: 2_000 };

export const short = (text: string): unknown => boundedJson(text, BOUNDS);

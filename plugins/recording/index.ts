import { recorder } from './recorder.js';
import { replay } from './replay.js';

export const recording = { recorder, replay };

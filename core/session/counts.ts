import type { WireCounts } from './port.js';

const MAX_SAMPLES = 5;

/** What the wire saw besides answers. */
export class Counts implements WireCounts {
  noiseLines = 0;
  orphans = 0;
  oversize = 0;
  batches = 0;
  readonly noiseSamples: string[] = [];

  noise(text: string): void {
    this.noiseLines += 1;
    if (this.noiseSamples.length < MAX_SAMPLES) this.noiseSamples.push(text);
  }
}

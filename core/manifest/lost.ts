/** Facts of the readiness battery, and the points that one of them costs. */

import type {} from '../../schemas/readiness.gen.js';
import type { Observation, ObservationKind, ObservationMap } from '../model.js';

/** Points that were lost. */
export interface LostCheck {
  readonly id: string;
  /** The tool that lost them; null when it is about the server. */
  readonly tool: string | null;
  /** 0 to 99. */
  readonly score: number;
  readonly observed: number | null;
  /** Number of the observation whose verdict says why. */
  readonly on: number;
}

/** A fact with the number of its observation. */
export interface Fact<K extends ObservationKind> {
  readonly on: number;
  readonly data: ObservationMap[K];
}

/** What one area came to. */
export interface Scored {
  /** 0 to 100, not rounded. */
  readonly score: number;
  readonly measurements?: Readonly<Record<string, number>>;
  readonly checks: readonly LostCheck[];
}

/** All facts of one kind, in the order they were seen. */
export type Facts = <K extends ObservationKind>(kind: K) => readonly Fact<K>[];
export type Surface = Fact<'readiness.surface'>;

export function factsIn(observations: readonly Observation[]): Facts {
  return <K extends ObservationKind>(kind: K) =>
    observations.flatMap((one): Fact<K>[] => {
      if (one.kind !== kind || one.state !== 'observed' || one.data === undefined) return [];
      return [{ on: one.number, data: one.data as unknown as ObservationMap[K] }];
    });
}

/** Points lost by each fact that does not hold, in the order of the facts. */
export function lostBy<K extends ObservationKind>(
  id: string,
  facts: readonly Fact<K>[],
  look: (data: ObservationMap[K]) => Partial<Pick<LostCheck, 'tool' | 'score' | 'observed'>> | undefined,
): readonly LostCheck[] {
  return facts.flatMap(({ on, data }) => {
    const found = look(data);
    return found === undefined ? [] : [{ id, tool: null, score: 0, observed: null, on, ...found }];
  });
}

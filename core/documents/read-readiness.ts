/** The readiness of a report that was written earlier. Source: manifest specification, 4.9.4 and 4.9.5. */

import { oneLine } from '../excerpt.js';
import type { JsonObject } from '../json.js';
import { boundedJson } from '../text/json.js';
import { type Reading, sorts, textLike } from './reading.js';
import type { MeasurementProfile, ReadinessArea, ReadinessCheck, ReadinessObject } from './types.js';

const STANDARD = textLike(/^[a-z][a-z0-9-]{0,63}\/\d{1,6}(?:-draft)?$/, 'the name of a standard');
const ADDRESS = textLike(/^https:\/\/[\x21-\x7e]{1,300}$/, 'an https address');
/** UTF-16 units. */
const MAX_HINT = 2_000;

export function readReadiness(from: JsonObject, path: string, reading: Reading): ReadinessObject {
  const badge = reading.nullable(from, 'badge', path, ADDRESS);
  const surface = reading.member(from, 'surface', path, sorts.object) ?? {};
  const tools = (name: string): number => reading.member(surface, name, `${path}/surface`, sorts.count) ?? 0;
  const profile = reading.nullable(from, 'profile', path, sorts.object);
  return {
    standard: reading.member(from, 'standard', path, STANDARD) ?? '',
    score: reading.member(from, 'score', path, sorts.percent) ?? 0,
    ...(badge !== null && { badge }),
    attested_read_only: reading.member(from, 'attested_read_only', path, sorts.flag) ?? false,
    surface: {
      tools: tools('tools'),
      read_only: tools('read_only'),
      writers: tools('writers'),
      exercised: tools('exercised'),
    },
    areas: reading.items(from, 'areas', path, (item, at) => readArea(item, at, reading)),
    // Only ever compared as a whole, so that conditions of another program may be others than ours.
    ...(profile !== null && { profile: boundedJson(profile, PROFILE) as unknown as MeasurementProfile }),
  };
}

const PROFILE = { depth: 3, values: 2_000, text: 200 };

function readArea(item: JsonObject, path: string, reading: Reading): ReadinessArea {
  const measured = reading.member(item, 'measurements', path, sorts.object) ?? {};
  return {
    name: reading.member(item, 'name', path, sorts.word) ?? '',
    weight: reading.member(item, 'weight', path, sorts.percent) ?? 0,
    score: reading.member(item, 'score', path, sorts.percent) ?? 0,
    measurements: Object.fromEntries(
      Object.entries(measured).filter(
        (entry): entry is [string, number] => sorts.field.fits(entry[0]) && sorts.count.fits(entry[1]),
      ),
    ),
    checks: reading.items(item, 'checks', path, (check, at) => readCheck(check, at, reading)),
  };
}

function readCheck(item: JsonObject, path: string, reading: Reading): ReadinessCheck {
  return {
    id: reading.member(item, 'id', path, sorts.word) ?? '',
    tool: reading.nullable(item, 'tool', path, sorts.tool, true),
    score: reading.member(item, 'score', path, sorts.percent) ?? 0,
    observed: reading.nullable(item, 'observed', path, sorts.count, true),
    reason: reading.member(item, 'reason', path, sorts.word) ?? '',
    hint: oneLine(reading.member(item, 'hint', path, sorts.text) ?? '', MAX_HINT),
  };
}

/** What agents can read to write a manifest and to understand a report. */

import reportSchema from '../../schemas/probe-report.schema.json' with { type: 'json' };
import { manifestSchema } from '../manifest/schema.js';
import type { Offer } from './offer.js';

export const MANIFEST_SCHEMA_URI = 'toolscore://schemas/manifest';
const REPORT_SCHEMA_URI = 'toolscore://schemas/report';

export interface ServedResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: 'application/schema+json';
  /** The document, made when it is asked for. */
  read(offer: Offer): object;
}

export const RESOURCES: readonly ServedResource[] = [
  {
    uri: MANIFEST_SCHEMA_URI,
    name: 'manifest-schema',
    title: 'JSON Schema of manifests',
    description: 'Every kind of probe with its fields and their bounds.',
    mimeType: 'application/schema+json',
    read: ({ kinds }) => manifestSchema(kinds),
  },
  {
    uri: REPORT_SCHEMA_URI,
    name: 'report-schema',
    title: 'JSON Schema of reports',
    description: 'What run_probe and score return, member by member.',
    mimeType: 'application/schema+json',
    read: () => reportSchema,
  },
];

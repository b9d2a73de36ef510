/** Many servers side by side. */

import type { Overview } from '../../core/index.js';
import { documentOf } from '../report-json/document.js';
import { renderFound } from './found.js';
import { renderServers } from './servers.js';
import { rowOf, rowWords } from './row.js';

export const overview: Overview = {
  row: rowOf,
  words: rowWords,
  table: renderServers,
  found: renderFound,
  json: documentOf,
};

/** What ships for manifest runs. Loaded only for them; a plugin is its file and its line here. */

import { rules } from '../rules/gate.gen.js';
import gate from './gate.js';
import judgeCode from './judge-code.js';
import judgeJsonLogic from './judge-json-logic.js';
import degradationOverN from './kinds/degradation-over-n.js';
import latencyBudget from './kinds/latency-budget.js';
import sharedLabels from './kinds/shared-labels.js';
import transportStdio from './transport-stdio.js';

/** In the order of reports and published schemas. Spec: manifest section 6, decision 32. */
const kinds = [degradationOverN, latencyBudget];

export const manifestPlugins = [transportStdio, sharedLabels, ...kinds, judgeJsonLogic, judgeCode, gate];

export const shippedForManifests = { plugins: manifestPlugins, labels: rules.map(({ id }) => id) };

/** What ships for manifest runs. Loaded only for them; a plugin is its file and its line here. */

import { rules } from '../rules/gate.gen.js';
import gate from './gate.js';
import journal from './journal/index.js';
import judgeCode from './judge-code.js';
import judgeJsonLogic from './judge-json-logic.js';
import cancellation from './kinds/cancellation.js';
import completion from './kinds/completion.js';
import contention from './kinds/contention.js';
import degradationOverN from './kinds/degradation-over-n.js';
import elicitation from './kinds/elicitation.js';
import errorHonesty from './kinds/error-honesty.js';
import instructionFidelity from './kinds/instruction-fidelity.js';
import latencyBudget from './kinds/latency-budget.js';
import protocolNegotiation from './kinds/protocol-negotiation.js';
import resourceSubscription from './kinds/resource-subscription.js';
import sampling from './kinds/sampling.js';
import schemaGuessability from './kinds/schema-guessability.js';
import sharedLabels from './kinds/shared-labels.js';
import stateRecovery from './kinds/state-recovery.js';
import workflow from './kinds/workflow.js';
import transportStdio from './transport-stdio.js';

/** In the order of reports and published schemas. Spec: manifest section 6, decision 32. */
const kinds = [
  contention,
  errorHonesty,
  stateRecovery,
  schemaGuessability,
  degradationOverN,
  instructionFidelity,
  latencyBudget,
  cancellation,
  protocolNegotiation,
  sampling,
  elicitation,
  resourceSubscription,
  completion,
  workflow,
];

export const manifestPlugins = [transportStdio, sharedLabels, ...kinds, judgeJsonLogic, judgeCode, gate, journal];

export const shippedForManifests = { plugins: manifestPlugins, labels: rules.map(({ id }) => id) };

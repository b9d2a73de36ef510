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
import discoveryCost from './kinds/discovery-cost.js';
import elicitation from './kinds/elicitation.js';
import errorHonesty from './kinds/error-honesty.js';
import instructionFidelity from './kinds/instruction-fidelity.js';
import latencyBudget from './kinds/latency-budget.js';
import outputSchema from './kinds/output-schema.js';
import pagination from './kinds/pagination.js';
import payloadBounds from './kinds/payload-bounds.js';
import protocolNegotiation from './kinds/protocol-negotiation.js';
import resourceSubscription from './kinds/resource-subscription.js';
import sampling from './kinds/sampling.js';
import schemaGuessability from './kinds/schema-guessability.js';
import sharedLabels from './kinds/shared-labels.js';
import stateRecovery from './kinds/state-recovery.js';
import surfaceListing from './kinds/surface-listing.js';
import tokenCost from './kinds/token-cost.js';
import workflow from './kinds/workflow.js';
import reportProbeJson from './report-probe-json.js';
import reportProbeMarkdown from './report-probe-markdown.js';
import reportProbeSarif from './report-probe-sarif.js';
import reportProbeText from './report-probe-text.js';
import readiness from './readiness/index.js';
import readinessScore from './readiness-score.js';
import transportHttp from './transport-http.js';
import transportStdio from './transport-stdio.js';

/** In the order of reports and published schemas. Spec: manifest section 6, decision 32. */
const kinds = [
  contention,
  errorHonesty,
  stateRecovery,
  discoveryCost,
  tokenCost,
  schemaGuessability,
  degradationOverN,
  instructionFidelity,
  latencyBudget,
  pagination,
  payloadBounds,
  surfaceListing,
  outputSchema,
  cancellation,
  protocolNegotiation,
  sampling,
  elicitation,
  resourceSubscription,
  completion,
  workflow,
];

export const manifestPlugins = [
  transportStdio,
  transportHttp,
  sharedLabels,
  ...kinds,
  judgeJsonLogic,
  judgeCode,
  gate,
  readiness,
  readinessScore,
  journal,
  reportProbeText,
  reportProbeJson,
  reportProbeMarkdown,
  reportProbeSarif,
];

export const shippedForManifests = { plugins: manifestPlugins, labels: rules.map(({ id }) => id) };

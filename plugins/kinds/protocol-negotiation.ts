/** Is the protocol version chosen honestly? Spec: manifest 2.15. */

import { defineKind, fields, negotiateVersions } from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';

export default defineKind({
  name: 'protocol-negotiation',
  summary: 'The server answers with protocol versions that it then keeps to.',
  access: 'read-only',
  sandbox: 'no',
  fields: { bogus_version: fields.unknownVersion() },
  draft: () => [{ id: 'protocol-negotiation', fields: { bogus_version: '2000-01-01' } }],
  emits: { 'case.protocol-negotiation': observationSchemas['case.protocol-negotiation'] },
  rules: rules.filter(({ observes }) => observes === 'case.protocol-negotiation'),
  async run({ era, open, fields: { bogus_version: unknown } }) {
    const { step, ...facts } = await negotiateVersions(open, era, unknown);
    return { attempts: step, facts };
  },
});

/** Which of the fixed labels say why a check of the readiness standard lost points. Source: manifest specification, 4.9.4 and 5.2. */

/** Checks by id. Of the labels of one check at most one fits an observation. */
export const CHECK_LABELS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'protocol.negotiation',
    [
      'protocol-negotiation-echoed-unknown',
      'protocol-negotiation-invalid-version',
      'protocol-negotiation-inconsistent-support',
      'protocol-call-failed',
    ],
  ],
  ['protocol.unknown-method', ['protocol-unknown-method-answered', 'protocol-call-failed']],
  ['protocol.ping', ['protocol-ping-failed', 'protocol-call-failed']],
  ['protocol.unknown-tool', ['protocol-unknown-tool-accepted', 'protocol-call-failed']],
  ['protocol.pagination', ['protocol-pagination-invalid', 'protocol-call-failed']],
  ['protocol.surfaces', ['protocol-surface-invalid', 'protocol-call-failed']],
  ['catalog.description', ['catalog-short-description']],
  ['catalog.params-described', ['catalog-undescribed-params']],
  ['catalog.params-typed', ['catalog-untyped-params']],
  ['catalog.read-only-declared', ['catalog-read-only-undeclared']],
  ['catalog.destructive-declared', ['catalog-destructive-undeclared']],
  ['catalog.output-schema', ['catalog-no-output-schema']],
  ['catalog.empty', ['catalog-no-tools']],
  ['context.catalog', ['context-catalog-heavy']],
  ['context.heaviest-tool', ['context-tool-heavy']],
  [
    'error-honesty.invalid-arguments',
    [
      'honesty-accepted-invalid',
      'honesty-empty-error',
      'honesty-wrong-code',
      'honesty-call-failed',
      'coverage-skipped',
    ],
  ],
  ['error-honesty.untestable', ['honesty-untestable']],
  ['reliability.success', ['reliability-call-failed']],
  ['reliability.consistent', ['reliability-inconsistent']],
  ['reliability.latency', ['reliability-slow']],
  ['reliability.output-schema', ['reliability-output-schema-broken']],
  ['reliability.contention', ['reliability-contention-failed']],
  ['reliability.payload', ['reliability-payload-unhandled']],
  ['reliability.none-exercised', ['reliability-none-exercised']],
  ['reliability.skipped', ['coverage-skipped']],
  [
    'coverage.exercised',
    [
      'coverage-unannotated',
      'coverage-unsynthesizable',
      'coverage-skipped',
      'coverage-rejected-arguments',
      'coverage-call-failed',
      'no-read-only-tools',
    ],
  ],
]);

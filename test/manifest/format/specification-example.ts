/** The manifest that the specification shows. Source: manifest specification, 1.12. */
export const SPECIFICATION_EXAMPLE = {
  version: 1,
  timeout_ms: 10_000,
  sandboxes: { scratch: { description: 'throw-away database' } },
  probes: [
    { id: 'small-catalog', probe: 'discovery-cost', access: 'read_only', max_tools: 25, max_schema_bytes: 20_000 },
    {
      id: 'heals',
      probe: 'state-recovery',
      access: 'mutating',
      sandbox: 'scratch',
      failure_tool: 'lock_all',
      failure_arguments: { twice: true },
      recovery_tool: 'unlock_all',
      recovery_arguments: {},
      validation_tool: 'list_locks',
      validation_arguments: {},
    },
    {
      id: 'item-is-ready',
      probe: 'instruction-fidelity',
      tool: 'list_items',
      access: 'read_only',
      arguments: { limit: 1 },
      expect: {
        outcome: 'ok',
        required_result_fields: ['structuredContent'],
        equals_paths: { '/structuredContent/items/0/ready': true },
      },
    },
    {
      id: 'search-keeps-status',
      probe: 'workflow',
      access: 'read_only',
      repetitions: 2,
      steps: [
        {
          tool: 'get_status',
          arguments: {},
          expect: { outcome: 'ok', equals_paths: { '/structuredContent/state': 'idle' } },
        },
        { tool: 'search', arguments: { q: 7 }, expect: { outcome: 'error', error_code: -32602 } },
        {
          tool: 'get_status',
          arguments: {},
          expect: { outcome: 'ok', equals_paths: { '/structuredContent/state': 'idle' } },
        },
      ],
    },
  ],
};

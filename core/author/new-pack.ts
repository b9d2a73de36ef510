/** The files of a new pack: an npm package that holds one rule, and runs no code. */

import type { PackName } from './name.js';
import { ruleFiles } from './new-rule.js';
import type { NewFile } from './new-file.js';

const RULE = 'parameters-many';

/** `version`: of the toolscore that makes it. */
export function packFiles(name: PackName, version: string): readonly NewFile[] {
  return [
    { path: 'package.json', text: `${JSON.stringify(manifest(name, version), null, 2)}\n` },
    { path: 'pack.yaml', text: pack(name) },
    ...ruleFiles({ id: RULE, since: '0.1.0', reference: `'${RULE}'` }),
    { path: 'README.md', text: readme(name) },
    { path: '.gitignore', text: 'node_modules\n*.tgz\n' },
  ];
}

/** The versions of toolscore that a pack made with this one works with. */
export function peerRange(version: string): string {
  return `>=${version} <${Number(version.split('.')[0]) + 1}.0.0`;
}

function manifest({ package: name, namespace }: PackName, version: string): object {
  return {
    name,
    version: '0.1.0',
    description: `Rules of ${namespace} for MCP servers, to be judged by toolscore.`,
    license: 'MIT',
    keywords: ['toolscore', 'toolscore-pack', 'mcp'],
    files: ['pack.yaml', 'rules', 'README.md'],
    toolscore: { pack: './pack.yaml', namespace },
    scripts: { test: 'node --test', prepublishOnly: 'toolscore pack check && npm test' },
    peerDependencies: { toolscore: peerRange(version) },
    devDependencies: { toolscore: `^${version}` },
  };
}

function pack({ namespace }: PackName): string {
  return `namespace: ${namespace}
rules: rules/**/*.yaml
presets:
  recommended:
    ${RULE}: warning
  strict:
    ${RULE}: { severity: error, options: { limit: 5 } }
`;
}

function readme({ package: name, namespace }: PackName): string {
  return `# ${name}

Rules for MCP servers, for [toolscore](https://www.npmjs.com/package/toolscore). Installing it runs no code.

## Use it

\`\`\`sh
npm install --save-dev toolscore ${name}
\`\`\`

\`\`\`yaml
# toolscore.config.yaml
extends:
  - toolscore:recommended
  - ${name}:recommended
rules:
  ${namespace}/${RULE}: error
\`\`\`

\`\`\`sh
npx toolscore mcp test -- node server.js
\`\`\`

## Work on it

\`\`\`sh
npm install
npm test
npx toolscore pack check
npx toolscore new rule NAME
npm publish
\`\`\`
`;
}

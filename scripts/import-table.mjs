// Which folder of src/ may import from which, types included. `npm run imports` writes it as rules of Biome to
// biome.imports.json, which biome.json extends; tests/architecture.test.ts compares the two.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * By folder, in the order of imports: what it may import beside itself, a folder or a file of one. `*`: everything;
 * `!`: but that.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const importTable = {
  base: [],
  workflow: ['base'],
  formats: ['base', 'workflow'],
  plan: ['base', 'workflow'],
  run: ['base', 'workflow', 'plan'],
  engine: ['base', 'workflow', 'formats', 'plan', 'run'],
  providers: ['base', 'workflow', 'plan', 'engine/ports'],
  tools: ['base', 'engine/ports'],
  sandbox: ['base', 'engine/ports'],
  storage: ['base', 'workflow', 'plan', 'run', 'engine/ports'],
  share: ['base', 'workflow', 'plan', 'run', 'storage'],
  host: [
    ...['base', 'workflow', 'plan', 'run', 'engine', 'storage'],
    ...['!storage/idb', '!storage/folder', '!storage/postgres'],
  ],
  cases: [
    ...['base', 'workflow', 'plan', 'run', 'engine', 'host'],
    ...['storage/stores', 'storage/run-journal', 'storage/memory', 'storage/transfer'],
  ],
  serve: [
    ...['base', 'workflow', 'formats', 'plan', 'run', 'engine', 'host', 'storage'],
    ...['!storage/idb', '!storage/folder', '!storage/postgres'],
  ],
  worker: [
    ...['base', 'workflow', 'formats', 'plan', 'run', 'engine', 'providers', 'tools', 'sandbox', 'storage', 'host'],
    'cases',
  ],
  state: ['base', 'workflow', 'formats', 'plan', 'run', 'worker/border/documents-api'],
  ui: ['base'],
  editor: ['base', 'workflow', 'formats', 'plan', 'run', 'state', 'ui'],
  viewer: ['base', 'workflow', 'plan', 'run', 'state', 'ui', 'editor/geometry'],
  app: ['*', '!cli', '!serve', '!embed', '!filepage'],
  filepage: ['*', '!app', '!cli', '!serve', '!embed', '!worker'],
  cli: [
    ...['base', 'workflow', 'formats', 'plan', 'run', 'engine', 'providers', 'tools', 'sandbox', 'cases', 'host'],
    ...['serve', 'share', 'editor/geometry', 'storage'],
    '!storage/idb',
  ],
  embed: ['*', '!app', '!worker', '!editor', '!viewer', '!filepage'],
};

/**
 * What a folder may import, in words: `base, workflow`, `nothing`, `everything but cli`.
 * @param {string} folder
 */
export function importsInWords(folder) {
  const all = (importTable[folder] ?? []).map((name) => (name === '*' ? 'everything' : name));
  const allowed = all.filter((name) => !name.startsWith('!'));
  const barred = all.filter((name) => name.startsWith('!')).map((name) => name.slice(1));
  return [allowed.join(', ') || 'nothing', ...(barred.length === 0 ? [] : [barred.join(' and ')])].join(' but ');
}

/** The rules, as a configuration of Biome. */
export function importRules() {
  return { overrides: Object.keys(importTable).map(ruleOf) };
}

/** @param {string} folder */
function ruleOf(folder) {
  const named = importTable[folder] ?? [];
  const barred = named.filter((name) => name.startsWith('!')).map((name) => name.slice(1));
  const allowed = [...named.filter((name) => !name.startsWith('!')), folder];
  const group = allowed.includes('*')
    ? barred.flatMap(within)
    : ['@/*', '@/*/**', ...allowed.flatMap(exempt), ...barred.flatMap(within)];
  const message = `src/${folder} may import only from: ${importsInWords(folder)} (docs/ARCHITECTURE.md).`;
  const noRestrictedImports = { level: 'error', options: { patterns: [{ group, message }] } };
  return { includes: [`src/${folder}/**`], linter: { rules: { style: { noRestrictedImports } } } };
}

/** @param {string} name */
const within = (name) => [`@/${name}`, `@/${name}/**`];

/**
 * What is in a folder is reached through it, so that has to be let through as well.
 * @param {string} name
 */
const exempt = (name) => [
  ...(name.includes('/') ? [`!@/${name.split('/')[0]}`] : []),
  ...within(name).map((one) => `!${one}`),
];

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync('biome.imports.json', `${JSON.stringify(importRules())}\n`);
}

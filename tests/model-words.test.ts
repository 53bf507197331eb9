import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startToolServer, type ToolServer } from '../e2e/servers/tool-server';
import { type RanHere, runHere } from './support/run-here';

const folder = mkdtempSync(join(tmpdir(), 'heddle-words-'));
const secret = 'hush-0123456789';
let good: ToolServer;
let evil: ToolServer;

beforeEach(async () => {
  [good, evil] = await Promise.all([startToolServer(), startToolServer()]);
});
afterEach(() => Promise.all([good.close(), evil.close()]));

/** Runs a workflow with permission to run scripts. */
function heddle(flow: string): Promise<RanHere> {
  writeFileSync(join(folder, 'flow.yaml'), flow);
  const env = { PATH: process.env['PATH'] ?? '', HEDDLE_SECRET_TOKEN: secret };
  return runHere(['run', 'flow.yaml', '--allow-scripts', '--allow-secret', `TOKEN=${good.url}`, '--json'], {
    folder,
    env,
  });
}

it('a model cannot send a secret elsewhere by an argument with the name of a variable', async () => {
  const tool = (more: string) =>
    `{ description: Search, parameters: { type: object, properties: { q: { type: string } }${more} }, ` +
    `http: { url: "${good.url}/search?q={{q}}", ` +
    'headers: { authorization: "Bearer {{secrets.TOKEN}}" } } }';
  const args = `arguments: { q: x, BASE: "${evil.url}" }`;
  const { code, out } = await heddle(`
default_model: sim:fast
variables: { BASE: "${good.url}" }
tools:
  search: ${tool('')}
  open: ${tool(', additionalProperties: true')}
tasks:
  ask:
    description: Search
    options: { tool_calls: [{ name: search, ${args} }, { name: open, ${args} }], reply: Done. }
`);
  expect(code).toBe(0);
  expect(evil.asked).toEqual([]);
  expect(good.asked).toMatchObject([{ path: '/search?q=x', headers: { authorization: `Bearer ${secret}` } }]);
  expect(out).toContain('The tool takes no “BASE”. It takes: q.');
});

it('a model cannot have its own command run by an argument with the name of a variable', async () => {
  const runs = join(folder, 'ran');
  const attacks = {
    'BASH_FUNC_wc%%': `() { touch ${runs}; }`,
    BASH_ENV: join(folder, 'own.sh'),
    NODE_OPTIONS: `--require=${join(folder, 'own.cjs')}`,
    PATH: folder,
  };
  writeFileSync(join(folder, 'own.sh'), `touch ${runs}\n`);
  writeFileSync(join(folder, 'own.cjs'), `require('node:fs').writeFileSync(${JSON.stringify(runs)}, '')\n`);
  writeFileSync(join(folder, 'wc'), `#!/bin/sh\ntouch ${runs}\n`, { mode: 0o755 });
  const calls = Object.entries(attacks).flatMap(([name, value]) =>
    ['count', 'open', 'code'].map((tool) => ({ name: tool, arguments: { text: 'a b', [name]: value } })),
  );
  const sound = { name: 'count', arguments: { text: 'a b' } };
  const { code, out } = await heddle(`
default_model: sim:fast
tools:
  count: { parameters: { properties: { text: { type: string } } }, script: { content: wc -w, stdin: "{{text}}" } }
  open: { parameters: { additionalProperties: true }, script: { content: wc -w } }
  code: { parameters: { additionalProperties: true }, script: { language: javascript, content: "console.log(1)" } }
tasks:
  ask: { description: Count, options: { tool_calls: ${JSON.stringify([...calls, sound])}, reply: Done. } }
`);
  expect(code).toBe(0);
  expect(existsSync(runs)).toBe(false);
  const answers = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind === 'tool.called');
  expect(answers).toHaveLength(calls.length + 1);
  // Both words were counted by the system's program.
  expect(answers.at(-1)).toMatchObject({ result: expect.stringMatching(/^\s*2\s*$/), data: { isError: false } });
});

import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FaultServer, startFaultServer } from '../e2e/servers/fault-server';
import { runHere } from './support/run-here';

// What `heddle test` asks of a model, counted at a server that answers as it is told.

let server: FaultServer;
let folder = '';

beforeEach(async () => {
  server = await startFaultServer();
  folder = mkdtempSync(join(tmpdir(), 'heddle-asks-'));
  server.on({ reply: ({ prompt }) => `Answer to ${prompt.trim().split('\n').at(-1)}` });
});
afterEach(() => server.close());

const write = (text: string, name = 'flow.yaml') => writeFileSync(join(folder, name), text);

/** Runs a command in the folder; gives what it printed, and how often the server was asked meanwhile. */
async function heddle(command: string, extra: Readonly<Record<string, string>> = {}) {
  const before = server.requests.length;
  const env = { PATH: process.env['PATH'] ?? '', OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'k', ...extra };
  const ran = await runHere(command.split(' '), { folder, env });
  return { ...ran, asked: server.requests.length - before };
}

const flow = (tests: string, prompt = 'Say {{mail}}') => `default_model: openai:gpt-6-sol
variables: { mail: Hello }
tasks:
  say: { description: "${prompt}" }
tests:
${tests}`;

const two = `  one: { inputs: { mail: one }, expect: [{ type: contains, value: one }] }
  two: { inputs: { mail: two }, expect: [{ type: contains, value: nothing }] }
`;

it('says first what is kept and what is asked, asks it once, and keeps it', async () => {
  write(flow(two));
  const planned = await heddle('test flow.yaml --plan');
  expect([planned.code, planned.asked]).toEqual([0, 0]);
  expect(planned.out).toMatch(/^2 cases: 0 kept, 2 asked, ≈ \$[\d.]+\n$/);
  expect(existsSync(join(folder, '.heddle'))).toBe(false);
  const first = await heddle('test flow.yaml --json');
  expect([first.code, first.asked]).toEqual([1, 2]);
  const report = JSON.parse(first.out);
  expect(report).toMatchObject({
    version: 1,
    totals: { cases: 2, passed: 1, failed: 1 },
    cases: [
      { id: 'one', verdict: 'passed', asked: 1 },
      { id: 'two', verdict: 'failed', asked: 1 },
    ],
  });
  const again = await heddle('test flow.yaml');
  expect(again).toMatchObject({ asked: 0, out: expect.stringMatching(/^2 cases: 2 kept, 0 asked\n✗ two {2}contains/) });
  expect((await heddle('test flow.yaml --failed --list')).out).toBe('two\n');
  // What is expected may change without a call.
  write(flow(two.replace('nothing', 'two')));
  expect(await heddle('test flow.yaml --offline')).toMatchObject({ code: 0, asked: 0 });
  // A changed prompt is not asked offline, and one that is changed back asks nothing.
  write(flow(two, 'Tell {{mail}}'));
  const changed = await heddle('test flow.yaml --offline');
  expect(changed).toMatchObject({ code: 1, asked: 0, out: expect.stringContaining('0 kept, 2 not asked') });
  expect(changed.out).toContain('2 held');
  expect(await heddle('test flow.yaml')).toMatchObject({ asked: 2 });
  write(flow(two));
  expect(await heddle('test flow.yaml')).toMatchObject({ asked: 0 });
});

it('takes what any run of the folder was answered, and asks it anew where that is wished', async () => {
  write(flow(two));
  expect(await heddle('run flow.yaml --var mail=one')).toMatchObject({ code: 0, asked: 1 });
  expect(await heddle('test flow.yaml')).toMatchObject({ asked: 1, out: expect.stringContaining('1 kept, 1 asked') });
  // A task and a workflow with other names ask the same.
  write(flow(two).replace('  say:', '  tell:'), 'other.yaml');
  expect(await heddle('test other.yaml')).toMatchObject({ asked: 0 });
  expect(await heddle('test flow.yaml --anew say --only one')).toMatchObject({ code: 0, asked: 1 });
  expect(await heddle('test flow.yaml --anew gone')).toMatchObject({ code: 2, asked: 0 });
  expect(await heddle('test flow.yaml --max-age 1h')).toMatchObject({ asked: 0 });
  expect(await heddle('test flow.yaml --max-age soon')).toMatchObject({ code: 2, asked: 0 });
  // The runs of cases are not among those of a person.
  expect((await heddle('runs')).out.trim().split('\n')).toHaveLength(2);
});

it('asks each repeat for itself, and of more repeats only the new ones', async () => {
  write(flow('  one: { expect: [{ type: contains, value: Hello }] }\n'));
  expect(await heddle('test flow.yaml --repeat 3')).toMatchObject({ code: 0, asked: 3 });
  expect(await heddle('test flow.yaml --repeat 5')).toMatchObject({ code: 0, asked: 2 });
  expect(await heddle('test flow.yaml --repeat 5 --offline')).toMatchObject({ code: 0, asked: 0 });
});

const four = ['a', 'b', 'c', 'd']
  .map((id) => `  ${id}: { inputs: { mail: ${id} }, expect: [{ type: contains, value: three }] }\n`)
  .join('');

/** A token of an answer costs a dollar, an answer has three, and each call may take ten. */
const priced = `limits: { max_output_tokens: 10 }\n${flow(four).replace('openai:gpt-6-sol', 'openai:unheard-of')}`;

it.each(['1', '4'])(
  'stops before a call that --max-usd may not cover, with %s at once, and goes on later',
  async (jobs) => {
    server.on({ reply: 'one two three' });
    write(priced);
    const unknown = await heddle('test flow.yaml --max-usd 15');
    expect(unknown).toMatchObject({ code: 2, asked: 0, err: expect.stringContaining('openai:unheard-of') });
    const price = `--unknown-price-usd 0/1000000 --jobs ${jobs}`;
    const none = await heddle(`test flow.yaml --max-usd 9 ${price}`);
    expect(none).toMatchObject({ code: 3, asked: 0, out: expect.stringContaining('4 not run') });
    // The second call is made, as 3 are spent and 10 may be; after it 6 are, and 10 more would be too many.
    const paused = await heddle(`test flow.yaml --max-usd 15 ${price}`);
    expect(paused).toMatchObject({ code: 3, asked: 2, out: expect.stringMatching(/^4 cases: 0 kept, 4 asked/) });
    expect(paused.out).toContain('2 passed, 2 not run');
    expect(paused.out).toContain('$6.00');
    expect(paused.out).toContain('Paused: heddle test --resume continues it.');
    const rest = await heddle(`test flow.yaml --max-usd 100 ${price}`);
    expect(rest).toMatchObject({ code: 0, asked: 2, out: expect.stringMatching(/^4 cases: 2 kept, 2 asked/) });
  },
);

it('stops with --bail at the first case that is asked and does not pass', async () => {
  write(flow(four));
  const bailed = await heddle('test flow.yaml --bail --jobs 1');
  expect(bailed).toMatchObject({ code: 1, asked: 1, out: expect.stringContaining('1 failed, 3 not run') });
  // What failed is kept, so the next one is asked.
  expect(await heddle('test flow.yaml --bail --jobs 1')).toMatchObject({ code: 1, asked: 1 });
  expect(await heddle('test flow.yaml')).toMatchObject({ code: 1, asked: 2 });
  server.on({ reply: 'three' });
  expect(await heddle('test flow.yaml --bail --anew say')).toMatchObject({ code: 0, asked: 4 });
});

it('tells by its exit status whether all holds, something does not, it was used wrongly, or it is not at its end', async () => {
  write(flow(two.replace('nothing', 'two')));
  expect((await heddle('test flow.yaml')).code).toBe(0);
  write(flow(two));
  expect((await heddle('test flow.yaml')).code).toBe(1);
  write((await heddle('test flow.yaml --json')).out, 'before.json');
  expect((await heddle('test flow.yaml --baseline before.json --fail-on regression')).code).toBe(0);
  expect((await heddle('test flow.yaml --only one')).code).toBe(0);
  expect((await heddle('test flow.yaml --only one --fail-below score=1')).code).toBe(0);
  expect((await heddle('test flow.yaml --only one --fail-below tone=0.5')).code).toBe(1);
  // A case without its answer is no success, nor is a provider that fails.
  write(flow(two, 'Else {{mail}}'));
  expect((await heddle('test flow.yaml --offline')).code).toBe(1);
  server.on({ status: 401 });
  const refused = await heddle('test flow.yaml --only one');
  expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('1 error') });
  for (const wrong of ['gone.yaml', 'flow.yaml --only gone', 'flow.yaml --max-usd much', 'flow.yaml --repeat 0'])
    expect((await heddle(`test ${wrong}`)).code, wrong).toBe(2);
});

it('foresees the cost from what answers were, once some are known', async () => {
  server.on({ reply: 'three short words' });
  write(flow(four));
  const readForecast = ({ out }: { readonly out: string }) => Number(/≈ \$([\d.]+)/.exec(out)?.[1]);
  const blind = readForecast(await heddle('test flow.yaml --plan'));
  const first = await heddle('test flow.yaml --only a --json');
  const { cost_usd: cost } = JSON.parse(first.out).totals;
  // Three calls more, of an answer that is as long.
  const foreseen = readForecast(await heddle('test flow.yaml --plan'));
  expect(foreseen).toBeGreaterThan(2.5 * cost);
  expect(foreseen).toBeLessThan(3.5 * cost);
  expect(blind).toBeGreaterThan(100 * foreseen);
});

it('foresees no cost of tasks that are answered already', async () => {
  server.on({ reply: 'short' });
  const chain = (last: string) =>
    `${flow('  one: {}\n')}`.replace(
      'tests:',
      `  tell: { description: "${last} {{say}}", inject_context: false, depends_on: [say] }\ntests:`,
    );
  write(chain('Tell'));
  const { totals } = JSON.parse((await heddle('test flow.yaml --json')).out);
  write(chain('Name'));
  const changed = await heddle('test flow.yaml --plan');
  expect(Number(/≈ \$([\d.]+)/.exec(changed.out)?.[1])).toBeLessThan(0.7 * totals.cost_usd);
});

it('accepts what failed cases gave, where the tests stand, if a person says so', async () => {
  const tests = `tests:
  one:
    inputs: { mail: one }
    expect:
      - type: equals # what it said
        value: Nothing
      - type: contains
        value: nobody said this
  two: { inputs: { mail: two }, expect: [{ type: contains, value: two }] }
`;
  const head = `default_model: openai:gpt-6-sol
variables: { mail: Hello }
tasks:
  say: { description: "Say {{mail}}" }
`;
  const accepted = tests.replace('value: Nothing', 'value: Answer to Say one');
  write(`${head}${tests}`);
  expect((await heddle('test flow.yaml')).code).toBe(1);
  expect(readFileSync(join(folder, 'flow.yaml'), 'utf8')).toBe(`${head}${tests}`);
  const ran = await heddle('test flow.yaml --accept');
  expect(ran).toMatchObject({ code: 1, asked: 0 });
  expect(ran.err).toContain('Accepted what one gave: equals\nLeft to you: 1 of what one expects\n');
  expect(ran.err).not.toContain('two');
  expect(readFileSync(join(folder, 'flow.yaml'), 'utf8')).toBe(`${head}${accepted}`);
  const again = await heddle('test flow.yaml --accept');
  expect(again.err).not.toContain('Accepted');
  expect(again.out).toContain('contains');

  // Tests that stand in a file of their own are changed there.
  write(`${head}tests: file:///flow.tests.yaml\n`);
  writeFileSync(join(folder, 'flow.tests.yaml'), tests);
  await heddle('test flow.yaml --accept');
  expect(readFileSync(join(folder, 'flow.tests.yaml'), 'utf8')).toBe(accepted);
  expect(readFileSync(join(folder, 'flow.yaml'), 'utf8')).toBe(`${head}tests: file:///flow.tests.yaml\n`);
});

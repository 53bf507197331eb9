import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createRunHost, type Host, type HostOptions, rankDefinitions, readWorkflow } from './index';

const asking = `
default_model: sim:fast
variables: { topic: looms }
tasks:
  draft: { description: "Write on {{topic}}." }
  release: { type: ask, message: "Send this? {{draft}}", form: { word: { type: text } }, depends_on: [draft] }
  note: { description: "{{release.output.word}}!", model: "sim:fast", inject_context: false, depends_on: [release] }
`;
const opened: Host[] = [];

/** A host whose process has no keys. */
async function hostOf(options: HostOptions = {}): Promise<Host> {
  const host = await createRunHost({ env: { HEDDLE_HOME: mkdtempSync(join(tmpdir(), 'heddle-home-')) }, ...options });
  opened.push(host);
  return host;
}

async function allOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((host) => host.close()));
});

it('reads a workflow with its problems and its inputs, in any notation', () => {
  expect(readWorkflow(asking, { name: 'flows/asking.yaml' })).toMatchObject({
    ...{ name: 'flows/asking.yaml', notation: 'yaml', title: 'flows/asking', problems: [] },
    inputs: { properties: { topic: { type: 'string', default: 'looms' } } },
  });
  expect(readWorkflow('tasks: { a: { nme: 1 } }').problems).toEqual([
    expect.objectContaining({ code: 'HED201', severity: 'error', path: 'tasks.a.nme', line: 1, column: 15 }),
  ]);
  expect(readWorkflow('{"tasks": {}}').notation).toBe('json');
});

it('takes declared inputs by their types, files too, and names all that is missing or wrong', async () => {
  const host = await hostOf();
  const mail = readWorkflow(`
default_model: sim:fast
inputs:
  mail: { required: true }
  count: { type: number, max: 9, default: 2 }
  note: { type: file, accept: [.txt] }
tasks:
  say: { description: "{{mail}} {{count}} {{note}}", inject_context: false, attachments: [{ from: note }] }
`);
  expect(mail.inputs).toMatchObject({ required: ['mail'], additionalProperties: false });
  const wrong = host.start(mail, { inputs: { count: 12, tone: 'warm', note: '/gone.txt' } });
  await expect(wrong).rejects.toThrow(
    /tone: .+ mail: It is required.+ count: 12 is more than 9.+ note: There is no file/,
  );
  const files = { '/inputs/a.txt': new TextEncoder().encode('Hello') };
  const run = await host.start(mail, { inputs: { mail: 'Hi', note: '/inputs/a.txt' }, files });
  expect(await run.outcome()).toMatchObject({ status: 'completed', result: expect.stringContaining('/inputs/a.txt') });
});

it('plans, and refuses what cannot run with its problems', async () => {
  const host = await hostOf();
  const plan = await host.plan(readWorkflow(asking));
  expect(plan).toMatchObject({ waves: [['draft'], ['release'], ['note']], calls: { low: 2, high: 2 }, unpriced: [] });
  const broken = readWorkflow('tasks: { a: { description: "{{none}}", model: "sim:default" } }');
  await expect(host.start(broken)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    problems: [expect.objectContaining({ code: 'HED305', path: 'tasks.a.description' })],
  });
  // What is missing there is an input.
  expect((await host.plan(broken, { inputs: { none: 'now it is' } })).problems).toEqual([]);
  await expect(host.plan(readWorkflow(asking), { inputs: { topic: () => 1 } })).rejects.toThrow('not JSON');
  await expect(host.plan(readWorkflow(asking), { inputs: { topic: 7 } })).rejects.toThrow('do not fit');
});

it('runs, asks, and gives events, outputs and the result', async () => {
  const host = await hostOf();
  const run = await host.start(readWorkflow(asking, { name: 'asking' }), { inputs: { topic: 'shuttles' } });
  const waiting = await run.outcome();
  expect(waiting).toMatchObject({ status: 'running', result: null, questions: [{ task: 'release', kind: 'input' }] });
  await expect(run.answer('nowhere', 'yes')).rejects.toThrow('does not ask this');
  await run.answer(waiting.questions[0]?.path ?? '', { word: 'Yes' });
  const outcome = await run.outcome();
  expect(outcome).toMatchObject({ status: 'completed', error: null, questions: [], waits: [] });
  const events = await allOf(run.events());
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
  expect(events.at(-1)?.kind).toBe('run.completed');
  expect(await allOf(run.events({ from: events.length }))).toEqual(events.slice(-1));
  expect((await run.outputs()).map(({ task }) => task)).toEqual(['draft', 'release', 'note']);
  expect(new TextDecoder().decode(await run.output('note'))).toBe(outcome.result);
  expect(new TextDecoder().decode(await run.output('release'))).toContain('Yes');
  await expect(run.output('nothing')).rejects.toThrow('There is no output of nothing.');
  expect(await run.info()).toMatchObject({ workflow: 'asking', status: 'completed', totals: { calls: 2 } });
  expect((await host.runs('asking')).map(({ id }) => id)).toEqual([run.id]);
  await run.remove();
  expect(await host.run(run.id)).toBeUndefined();
});

it('releases what has not ended, and a later host of the store goes on with it', async () => {
  const store = join(mkdtempSync(join(tmpdir(), 'heddle-store-')), 'runs');
  const first = await hostOf({ store });
  const run = await first.start(readWorkflow(asking));
  await run.outcome();
  await first.close();
  await expect(first.start(readWorkflow(asking))).rejects.toThrow('The host is closed.');

  const second = await hostOf({ store });
  expect(await (await second.run(run.id))?.info()).toMatchObject({ status: 'interrupted' });
  const [resumed] = await second.resumeUnfinished();
  const { questions } = (await resumed?.outcome()) ?? {};
  await resumed?.answer(questions?.[0]?.path ?? '', { word: 'Yes' });
  expect(await resumed?.outcome()).toMatchObject({ status: 'completed', result: expect.any(String) });
  expect(await resumed?.info()).toMatchObject({ totals: { calls: 2 } });
});

it('waits for a key, and ends when it is told to', async () => {
  const host = await hostOf();
  const run = await host.start(readWorkflow(asking), { model: 'openai:gpt-6-luna' });
  expect(await run.outcome()).toMatchObject({ status: 'waiting', waits: [{ reason: 'key', provider: 'openai' }] });
  await run.cancel();
  expect(await run.outcome()).toMatchObject({ status: 'cancelled', result: null });
});

it('gives tasks the files of a run, and nothing of the machine unless it is named', async () => {
  const reading = readWorkflow(`
tasks:
  read: { type: tool, tool: read_file, args: { path: /a.md } }
`);
  const host = await hostOf();
  const run = await host.start(reading, { files: { '/a.md': 'given' } });
  expect(await run.outcome()).toMatchObject({ status: 'completed', result: expect.stringContaining('given') });
  const bare = await (await host.start(reading)).outcome();
  expect(bare).toMatchObject({ status: 'failed', result: null, error: expect.stringContaining('/a.md') });
  await expect(hostOf({ allowScripts: true })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

it('runs the definition that fits a sentence best', async () => {
  const library = `
library:
  write_poem:
    description: Writes a poem about a subject.
    parameters: [{ name: subject, type: string }]
    task: { description: "A poem on {{subject}}.", model: "sim:fast" }
  count_words:
    description: Counts the words of a text in a language.
    parameters: [{ name: text, type: string }, { name: language, type: string, default: English }]
    task: { description: "Count the {{language}} words of {{text}}.", model: "sim:fast" }
tasks: { other: { description: Never, model: "sim:fast" } }
`;
  const host = await hostOf();
  const workflow = readWorkflow(library);
  expect(rankDefinitions(workflow, 'a poem about the sea').map(({ name }) => name)).toEqual(['write_poem']);
  expect(rankDefinitions(workflow, 'zzz')).toEqual([]);
  expect(rankDefinitions(readWorkflow('tasks: ['), 'a poem')).toEqual([]);
  expect((await host.plan(workflow, { match: 'a poem about the sea' })).waves).toEqual([['write_poem']]);
  const poem = await host.start(workflow, { match: 'a poem about the sea' });
  expect((await poem.outcome()).result).toContain('poem on a poem about the sea');
  const inputs = { text: 'eins zwei', language: 'German' };
  const counted = await host.start(workflow, { match: 'count the words', inputs });
  expect((await counted.outcome()).result).toContain('German words of eins zwei');
  await expect(host.start(workflow, { match: 'zzz' })).rejects.toThrow('No definition fits “zzz”');
  const misspelt = { match: 'count the words', inputs: { ...inputs, langage: 'x' } };
  await expect(host.start(workflow, misspelt)).rejects.toThrow('do not fit');
});

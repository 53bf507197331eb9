import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '@/cli/memory-io.testing';
import { nodeClock } from '@/cli/node-clock';
import type { Clock } from '@/engine/ports/machine';
import { readYaml } from '@/formats/yaml/read-yaml';
import { runDryInMemory } from '@/host/dry-run/run-dry-in-memory';
import { createSimulatedWorld } from '@/providers/simulated/simulated-world';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { runHere } from './support/run-here';

const folder = 'public/examples';
const examples = readdirSync(folder).filter((name) => name.endsWith('.yaml'));

describe('a dry run', () => {
  it.each(examples)('of %s comes to its end', async (name) => {
    const before = readFileSync(join(folder, name), 'utf8');
    const { code, err } = await runHere(['dry-run', join(folder, name)]);
    expect({ code, failed: err.split('\n').filter((line) => line.includes(' failed')) }).toEqual({
      code: 0,
      failed: [],
    });
    expect(readFileSync(join(folder, name), 'utf8')).toBe(before);
  });

  it('gives for a script what its schema asks for, or what others read of its output, and else its input', async () => {
    const text = `default_model: sim:echo
tasks:
  schema: { type: script, script: { content: one }, output_schema: { type: object, properties: { n: { type: integer } }, required: [n] } }
  read: { type: script, script: { content: two } }
  each: { type: map, items: { from: read.output.list }, inner_task: { description: "On {{item}}" }, depends_on: [read] }
  parts: { type: group, subtasks: { in: { type: script, script: { content: three } } } }
  same: { type: script, script: { content: four }, inputs: { a: 1 } }
  told:
    description: "{{read.output.deep.name}} {{parts.output.in.name}} {{schema.output.n}}"
    depends_on: [schema, read, parts, same]
    condition: size(tasks.read.output.list) > 0
`;
    const { code, out } = await run('dry-run a.yaml --json', { files: { 'a.yaml': text } });
    expect(code).toBe(0);
    const ends = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ kind }) => kind === 'task.completed');
    const resultOf = (id: string) => JSON.parse(ends.find(({ path }) => path === `task/${id}`)?.result ?? 'null');
    expect(resultOf('read')).toEqual({
      list: ['Simulated list 1', 'Simulated list 2'],
      deep: { name: 'Simulated name' },
    });
    expect(resultOf('schema')).toEqual({ n: expect.any(Number) });
    expect(resultOf('same')).toEqual({ a: 1 });
    expect(resultOf('each')).toHaveLength(2);
  });

  it.each([
    ['the items of a map', 'items: { from: s }', '', ['Simulated s 1', 'Simulated s 2']],
    [
      'items of which fields are read',
      'items: { from: s }',
      '{{item.title}}',
      [{ title: 'Simulated title' }, { title: 'Simulated title' }],
    ],
  ])('gives a script a value of the shape that others read of it: %s', async (_, items, prompt, value) => {
    const text = `default_model: sim:echo
tasks:
  s: { type: script, script: { content: one } }
  each: { type: map, ${items}, inner_task: { description: "On ${prompt}" }, depends_on: [s] }
`;
    expect(await resultsOf(text)).toMatchObject({ s: value });
  });

  it('gives a script items of the shape that is read of them, in maps within maps too', async () => {
    const text = `default_model: sim:echo
tasks:
  s: { type: script, script: { content: one } }
  deep:
    type: map
    items: { from: s }
    inner_task: { type: map, items: { from: item.parts }, inner_task: { description: "What is in item {{item.id}}" } }
    depends_on: [s]
  t: { type: script, script: { content: two } }
  sized:
    type: map
    items: { from: t.output.files }
    inner_task: { type: cond, cases: [{ test: item.size > 3, task: { description: "{{item.name}}" } }] }
    depends_on: [t]
  u: { type: script, script: { content: three } }
  lists: { type: map, items: { from: u }, inner_task: { type: map, items: { from: item }, inner_task: { description: "{{item}}" } }, depends_on: [u] }
`;
    const part = { id: 'Simulated id' };
    const file = { size: 4, name: 'Simulated name' };
    expect(await resultsOf(text)).toMatchObject({
      s: [{ parts: [part, part] }, { parts: [part, part] }],
      t: { files: [file, file] },
      u: [
        ['Simulated u 1 1', 'Simulated u 1 2'],
        ['Simulated u 2 1', 'Simulated u 2 2'],
      ],
    });
  });

  it.each<[string, string, unknown]>([
    [
      'the length of a list',
      'size(tasks.s.output) > 2',
      Array.from({ length: 3 }, (_, index) => `Simulated s ${index + 1}`),
    ],
    ['a number', 'tasks.s.output.count >= 4', { count: 4 }],
    ['a truth', 'tasks.s.output.ok == true', { ok: true }],
    ['a text', "tasks.s.output.kind == 'bug'", { kind: 'bug' }],
    ['an item', "tasks.s.output.all[0].name == 'x'", { all: [{ name: 'x' }, { name: 'x' }] }],
    ['a list with a text', "'a' in tasks.s.output.tags", { tags: ['Simulated tags 1', 'Simulated tags 2'] }],
  ])('gives a script what a condition reads of it: %s', async (_, condition, value) => {
    const text = `default_model: sim:echo
tasks:
  s: { type: script, script: { content: one } }
  use: { description: Use, depends_on: [s], condition: ${JSON.stringify(condition)} }
`;
    const results = await resultsOf(text);
    expect(results['s']).toEqual(value);
    if (!condition.includes(' in ')) expect(results).toHaveProperty('use');
  });
});

it('a dry run in memory answers what is asked, needs no file, and is stopped when it takes too long', async () => {
  const tell = async (tasks: string, clock: Clock) => {
    const { document, diagnostics } = readYaml(`default_model: openai:gpt-5\n${tasks}`);
    if (document === undefined) throw new Error(diagnostics[0]?.message);
    return runDryInMemory({ document, diagnostics }, { ...createSimulatedWorld(clock), journal: createRunJournal() });
  };
  const asked = `inputs: { paper: { type: file, required: true }, n: { type: number, required: true } }
tasks:
  ask: { type: ask, description: Which?, form: { kind: { type: choice, options: [a, b], required: true } } }
  first: { type: script, script: { content: one }, condition: 'tasks.ask.output.kind == "b"', depends_on: [ask] }
`;
  expect(await tell(asked, nodeClock)).toEqual({ ran: 1, skipped: 1, failed: 0, problems: [] });
  const endless = 'tasks: { round: { description: Again., loop: { type: repeat, count: 1000000 } } }';
  // What it may take is over at once.
  const hasty: Clock = { ...nodeClock, sleep: (ms, signal) => nodeClock.sleep(ms === 10_000 ? 1 : ms, signal) };
  expect((await tell(endless, hasty)).problems).toEqual(['It was stopped after 10 s.']);
  const linked = `library:
  f: { task: { type: group, subtasks: { a: { type: call, ref: f }, b: { type: call, ref: g } } } }
  g: { task: { type: group, subtasks: { a: { type: call, ref: f }, b: { type: call, ref: g } } } }
tasks: { all: { type: call, ref: f } }`;
  expect((await tell(linked, nodeClock)).problems).toEqual([
    'It was stopped: its functions call one another without end.',
  ]);
});

/** What the tasks of a dry run gave, as JSON or as text. */
async function resultsOf(text: string): Promise<Readonly<Record<string, unknown>>> {
  const { code, out } = await run('dry-run a.yaml --json', { files: { 'a.yaml': text } });
  expect(code).toBe(0);
  const ends = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind === 'task.completed');
  return Object.fromEntries(
    ends.map(({ path, result }) => {
      try {
        return [path.replace('task/', ''), JSON.parse(result)];
      } catch {
        return [path.replace('task/', ''), result];
      }
    }),
  );
}

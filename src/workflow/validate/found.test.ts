import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '../document';
import { checkRows, group, type Row, sequence, task } from './problems.testing';
import { validateDocument } from './validate';

const http = { url: 'https://x.org' };
const schema = { type: 'object', properties: { title: { type: 'string' } }, additionalProperties: false };

describe('a test of a case', () => {
  const rows: readonly Row[] = [
    [
      'that names what it reads needs nothing before it',
      {
        a: task(),
        c: task({ type: 'cond', cases: [{ test: 'tasks.a.output == 1 && tasks.a.content != ""', task: task() }] }),
      },
      ['HED304 tasks.c.cases[0].test'],
    ],
    [
      'that reads what was before it needs exactly one thing before it',
      {
        a: task(),
        b: task(),
        c: task({ type: 'cond', dependsOn: ['a', 'b'], cases: [{ test: 'content == ""', task: task() }] }),
        d: task({ type: 'cond', dependsOn: ['a'], cases: [{ test: 'content == ""', task: task() }] }),
      },
      ['HED509 tasks.c.cases[0].test'],
    ],
  ];
  checkRows(rows);
});

describe('what never runs', () => {
  const rows: readonly Row[] = [
    ['is no step after one that is off', { s: sequence(task({ disabled: true }), task()) }, []],
    [
      'is told of in groups too',
      { g: group({ a: task({ disabled: true }), b: task({ dependsOn: ['a'] }) }) },
      ['HED506 tasks.g.subtasks.b.depends_on'],
    ],
    [
      'is no task of which one way is open',
      { a: task({ disabled: true }), b: task(), c: task({ dependsOn: ['b', 'a'] }) },
      [],
    ],
    [
      'is no task whose loop is not begun by its condition',
      { a: task({ loop: { type: 'until', condition: 'false', maxIterations: 2 } }) },
      [],
    ],
  ];
  checkRows(rows);
});

describe('names in settings', () => {
  const rows: readonly Row[] = [
    [
      'of tools and of the agent that compacts must be there',
      {},
      ['HED305 tools.t.http.url', 'HED305 compaction.agent.system', 'HED403 compaction.agent.output_schema.type'],
      {
        variables: { v: 1 },
        tools: { t: { http: { url: 'https://x.org/{{q}}/{{p}}' }, parameters: { properties: { p: {} } } } },
        compaction: { agent: { system: '{{v}} {{w}}', outputSchema: { type: 'odd' } } },
      },
    ],
    [
      'of keep are those of one output, wherever it is written',
      {},
      ['HED401 limits.cleanup_strategy.keep', 'HED401 hooks.post_task[1].checkpoint_and_prune.keep'],
      {
        limits: { cleanupStrategy: { type: 'custom', keep: 'ghost' } },
        hooks: {
          postTask: [
            {},
            { checkpointAndPrune: { strategy: 'custom', keep: 'ghost' } },
            { checkpointAndPrune: { strategy: 'custom', keep: 'status == "COMPLETE"' } },
            { checkpointAndPrune: { strategy: 'lru' } },
          ],
        },
      },
    ],
    [
      'of a custom strategy are missing',
      {},
      ['HED310 limits.cleanup_strategy'],
      { limits: { cleanupStrategy: 'custom' } },
    ],
    [
      'of files are absolute, as each system writes it',
      {},
      ['HED317 memory.index.C:x', 'HED317 memory.index.\\x'],
      { memory: { index: { 'C:x': '', 'd:/x': '', '\\\\host\\x': '', '\\x': '' } } },
    ],
    [
      'of what a function returns are types',
      {},
      ['HED511 library.a.returns.type', 'HED403 library.b.returns.type', 'HED403 library.c.returns.properties.x.type'],
      {
        library: {
          a: { returns: { type: 'sting' }, task: task() },
          b: { returns: { type: ['string', 'odd'] }, task: task() },
          c: { returns: { type: 'object', properties: { x: { type: 'odd' } } }, task: task() },
          d: { returns: { type: ['string', 'null'] }, task: task() },
        },
      },
    ],
  ];
  checkRows(rows);
});

describe('other problems', () => {
  const rows: readonly Row[] = [
    [
      'of a task whose agent is not there wait for it',
      { a: task({ agent: 'ghost' }) },
      ['HED306 tasks.a.agent'],
      { defaultModel: undefined },
    ],
    [
      'of a path are told where it is known',
      { a: task({ attachments: ['/../{{b}}', '/../c'], dependsOn: ['b'] }), b: task() },
      ['HED317 tasks.a.attachments[1]'],
    ],
    [
      'of a field that is only looked for are those on the way',
      {
        a: task({ outputSchema: schema }),
        b: task({ dependsOn: ['a'], condition: 'has(tasks.a.ouput.title)' }),
        c: task({ dependsOn: ['a'], condition: 'has(tasks.a.output.tilte)' }),
      },
      ['HED320 tasks.b.condition'],
    ],
    [
      'of approval know each server',
      { a: task({ approve: ['one.x', 'two.x', 'three.x'] }) },
      ['HED311 tasks.a.approve[2]'],
      { tools: { one: { mcp: http }, two: { mcp: http }, three: { http } } },
    ],
    [
      'of the description of a container are told where it holds a name',
      {
        a: { ...sequence(task()), description: 'Say {{x}}' },
        b: { type: 'reparse', description: '{{x}}', failedTask: { from: 'x' } },
        c: { ...sequence(task()), description: undefined },
      },
      ['HED525 tasks.a.description'],
      { variables: { x: 1 } },
    ],
    [
      'of a prompt are told where there is none',
      { a: { type: 'atomic' }, b: { type: 'atomic', description: ' x ' } },
      ['HED503 tasks.a.description'],
    ],
    [
      'of two ways to choose are told where there are two',
      { a: task({ voting: {} }), b: task({ bestOf: { n: 2, evaluator: task() } }) },
      [],
    ],
    [
      'of a script are told where it says both',
      { a: { type: 'script', script: { command: 'x' } }, b: { type: 'script', script: { content: 'x' } } },
      [],
    ],
  ];
  checkRows(rows);
});

it('a hundred misspelt names are guessed at, and no more', () => {
  const tasks = Object.fromEntries(Array.from({ length: 102 }, (_, n) => [`t${n}`, task({ dependsOn: ['nobodi'] })]));
  const document = { defaultModel: 'sim:echo', tasks: { ...tasks, nobody: task() } } as unknown as WorkflowDocument;
  const found = validateDocument(document, []);
  expect(found.map(({ fix }) => fix !== undefined)).toEqual([...Array(100).fill(true), false, false]);
});

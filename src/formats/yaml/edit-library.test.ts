import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { Lexer } from 'yaml';
import { samples } from '@/base/samples.testing';
import { applyTextEdits, invertTextEdits } from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import type { WorkflowDocument } from '@/workflow/document';
import type { Task, TaskOf } from '@/workflow/tasks';
import { mapPartAt } from '@/workflow/tasks/parts';
import { writeDocumentForm } from '../written-form';
import { buildBlockPath } from './block-keys';
import { editYaml } from './edit-yaml';
import { groupAt } from './entries';
import { readYaml } from './read-yaml';

const text = `name: Report
library:
  # The big one
  big:
    parameters: [{name: topic}] # kept as it is
    task:
      type: group # of three
      subtasks:
        # The first
        web: # searches
          description: "Search {{topic}}"

        sum:
          depends_on: [web]
          description: Sum up

        last: {type: script}
        # Behind
      completion_mode: all
  other:
    task:
      type: group
      subtasks:
        - id: web
          description: Also
        - id: end
          description: End
  mapped:
    task:
      type: map # over all
      items: [1]
      inner_task:
        # What is done with each
        subtasks:
          web:
            description: Search {{item}}
          end: # at the end
            description: End
          # Behind both

  led: # by one
    description: Led
    task:
      director:
        type: group
        # Before its tasks
        subtasks:
          - description: Lead
            id: web
          - id: end
            description: End
        completion_mode: all
      evaluator:
        description: Say whether it is good
        type: group
        subtasks:
          sum: {}
  deep:
    task:
      subtasks:
        web:
          description: Before
        inner: # more
          description: Inside
          subtasks:
            web:
              description: Search
            sum:
              type: cond
              cases:
                - test: "true"
                  task:
                    subtasks:
                      end: {description: Deepest}
        # In the middle
        end:
          description: After
    origin: deep@1
  small: {task: {description: Small}}
tasks:
  use: {type: call, ref: big, args: {topic: x}}
`;

type Body = Record<string, Task>;

/** The text after an edit of the tasks of a function, and the edits. */
function edited(source: ReturnType<typeof readYaml>, name: string, change: (body: Body) => Body) {
  const { document } = source;
  const definition = document?.library?.[name];
  if (document === undefined || definition?.task?.type !== 'group') throw new Error('There is no such function.');
  const task = { ...definition.task, subtasks: change({ ...definition.task.subtasks }) };
  const after = { ...document, library: { ...document.library, [name]: { ...definition, task } } } as WorkflowDocument;
  return { after, ...editYaml(source, computeChange(document, after)) };
}

describe('an edit of a task in a function', () => {
  it('touches only its lines', () => {
    const { source, edits } = edited(readYaml(text), 'big', ({ sum, ...others }) => {
      return {
        web: others['web'] as Task,
        sum: { ...sum, description: 'Sum it up' } as Task,
        last: others['last'] as Task,
      };
    });
    expect(source.text).toBe(text.replace('Sum up', 'Sum it up'));
    expect(edits).toEqual([{ at: text.indexOf('Sum up') + 4, removed: '', inserted: 'it ' }]);
  });

  it('adds and removes tasks in their places', () => {
    const added = { type: 'atomic', description: 'New' } as Task;
    const one = edited(readYaml(text), 'big', ({ web, last }) => ({ web, added, last }) as Body);
    expect(one.source.text).toBe(
      text.replace(
        '        sum:\n          depends_on: [web]\n          description: Sum up\n',
        '        added:\n          description: New\n',
      ),
    );
    const two = edited(readYaml(text), 'other', ({ web, end }) => ({ web, added, end }) as Body);
    expect(two.source.text).toBe(
      text.replace('        - id: end', '        - id: added\n          description: New\n        - id: end'),
    );
  });

  it('puts them in another order, with their comments', () => {
    const { source, edits } = edited(readYaml(text), 'big', ({ web, sum, last }) => ({ sum, last, web }) as Body);
    const lines = '        # The first\n        web: # searches\n          description: "Search {{topic}}"\n';
    expect(source.text).toBe(text.replace(lines, '').replace('{type: script}\n', `{type: script}\n${lines}`));
    expect(applyTextEdits(source.text, invertTextEdits(edits))).toBe(text);
  });

  it('leaves a function without tasks, with comments around it', () => {
    const { source, after } = edited(readYaml(text), 'big', () => ({}));
    expect(readYaml(source.text).document).toEqual(after);
    expect(source.text).toContain('# kept as it is');
  });
});

/** Places of groups in the library. */
const places = [
  'library:big/task/subtasks',
  'library:other/task/subtasks',
  'library:mapped/task/inner_task/subtasks',
  'library:led/task/director/subtasks',
  'library:led/task/evaluator/subtasks',
  'library:deep/task/subtasks',
  'library:deep/task/subtasks:inner/subtasks',
  'library:deep/task/subtasks:inner/subtasks:sum/cases/0/task/subtasks',
] as const;

const step = fc.record({
  of: fc.constantFrom(...places),
  id: fc.constantFrom('web', 'sum', 'new', 'end', 'inner'),
  how: fc.constantFrom('set', 'set', 'add', 'remove', 'rename', 'last', 'field', 'field', 'definition'),
  task: fc.constantFrom<object[]>(
    { type: 'atomic', description: 'Say\nmore: #1' },
    { type: 'script', script: { content: 'echo {{web}}' } },
    { type: 'group', subtasks: { a: { type: 'atomic' } } },
    { type: 'map', items: [1], innerTask: { type: 'group', subtasks: { a: { type: 'atomic' } } } },
    { type: 'atomic' },
  ),
  field: fc.constantFrom<object[]>(
    { description: 'What is done:\nall of it' },
    { description: undefined },
    { name: 'Named', completionMode: 'any' },
    { completionMode: undefined },
    { variables: { subtasks: { a: 1 } } },
    { inputs: { topic: 'x' } },
  ),
  definition: fc.constantFrom<object[]>(
    { parameters: [{ name: 'topic', description: 'What it is about: all' }] },
    { parameters: undefined },
    { description: 'Told\nin lines', origin: undefined },
    { returns: { type: 'object' }, criteria: ['good', 'short'] },
    { task: { type: 'atomic' } },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function changedTasks({ id, how, task }: Step) {
  return (body: Body): Body => {
    const entries = Object.entries(body);
    const made = task as Task;
    switch (how) {
      case 'set':
        return Object.hasOwn(body, id) ? { ...body, [id]: made } : body;
      case 'add':
        return Object.hasOwn(body, id) ? body : Object.fromEntries([[id, made] as const, ...entries]);
      case 'remove':
        return Object.fromEntries(entries.filter(([own]) => own !== id));
      case 'last':
        return Object.fromEntries([...entries].sort(([a], [b]) => Number(a === id) - Number(b === id)));
      case 'rename':
        return Object.fromEntries(entries.map(([own, was]) => [own === id ? `${own}_x` : own, was]));
      default:
        return body;
    }
  };
}

const withFields = <T extends object>(held: T, fields: object): T =>
  Object.fromEntries(Object.entries({ ...held, ...fields }).filter(([, value]) => value !== undefined)) as T;

/** The document after a step; undefined: it has no such place any more. */
function after(document: WorkflowDocument, made: Step): WorkflowDocument | undefined {
  const [, name = '', , ...path] = buildBlockPath(made.of);
  const definition = document.library?.[name];
  if (definition?.task === undefined || groupAt(document, made.of) === undefined) return undefined;
  const around = made.how === 'definition' ? withFields(definition, made.definition) : definition;
  const task =
    made.how === 'definition'
      ? around.task
      : mapPartAt(definition.task, path.slice(0, -1), (group) => {
          const fields = made.how === 'field' ? withFields(group, made.field) : group;
          return { ...fields, subtasks: changedTasks(made)({ ...(group as TaskOf<'group'>).subtasks }) } as Task;
        });
  return { ...document, library: { ...document.library, [name]: { ...around, task } } } as WorkflowDocument;
}

const library = (document: WorkflowDocument | undefined) => writeDocumentForm({ library: document?.library ?? {} });

it('says after any edits what they say, with an index that reading it gives, and is taken back to the letter', () => {
  fc.assert(
    fc.property(fc.array(fc.array(step, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 5 }), (steps) => {
      let read = readYaml(text);
      for (const some of steps) {
        const { document: before } = read;
        const made = some.reduce((now, one) => now && (after(now, one) ?? now), before);
        if (before === undefined || made === undefined) throw new Error('The text does not parse.');
        const { source, edits } = editYaml(read, computeChange(before, made));
        expect(applyTextEdits(read.source.text, edits)).toBe(source.text);
        expect(applyTextEdits(source.text, invertTextEdits(edits))).toBe(read.source.text);
        const again = readYaml(source.text);
        expect(library(again.document)).toEqual(library(made));
        expect(JSON.stringify(library(again.document))).toBe(JSON.stringify(library(made)));
        expect(source).toEqual(again.source);
        expect(source.text).toContain('# The big one');
        read = again;
      }
    }),
    { numRuns: samples('EDIT_RUNS', 30, 400) },
  );
});

const taskIn = 'library:mapped/task/inner_task/subtasks';

it.each<[string, Partial<Step>, string, string]>([
  [
    'a task of a map',
    { of: taskIn, how: 'set', id: 'end', task: { type: 'atomic', description: 'Done' } },
    'at the end\n            description: End',
    'at the end\n            description: Done',
  ],
  [
    'a field of a group in a map',
    { of: taskIn, how: 'field', field: { name: 'Each' } },
    '        # What is done with each\n        subtasks:',
    '        name: Each\n        # What is done with each\n        subtasks:',
  ],
  [
    'a field behind the tasks of a director',
    { of: 'library:led/task/director/subtasks', how: 'field', field: { completionMode: 'any' } },
    'completion_mode: all\n      evaluator',
    'completion_mode: any\n      evaluator',
  ],
  [
    'the description of a function',
    { of: 'library:led/task/director/subtasks', how: 'definition', definition: { description: 'Directed' } },
    'description: Led',
    'description: Directed',
  ],
  [
    'a field of a group in a group',
    { of: 'library:deep/task/subtasks:inner/subtasks', how: 'field', field: { description: 'In it' } },
    'description: Inside',
    'description: In it',
  ],
])('touches only the lines of %s', (_what, one, from, to) => {
  const read = readYaml(text);
  const made = read.document && after(read.document, one as Step);
  if (read.document === undefined || made === undefined) throw new Error('There is no such place.');
  const { source, edits } = editYaml(read, computeChange(read.document, made));
  expect(source.text).toBe(text.replace(from, to));
  expect(edits).toHaveLength(1);
});

it.each<[string, Partial<Step>]>([
  ['a task', { how: 'set', id: 'end', task: { type: 'atomic', description: 'Done' } }],
  ['a field before the tasks', { how: 'field', field: { name: 'Each' } }],
  ['a field behind the tasks', { how: 'field', field: { completionMode: 'any' } }],
  ['the definition', { how: 'definition', definition: { parameters: [{ name: 'about' }] } }],
])('parses nothing of the other tasks for an edit of %s', (_what, one) => {
  const others = Array.from({ length: 900 }, (_, n) => `          other_${n}:\n            description: Other ${n}\n`);
  const read = readYaml(
    text.replace('          end: # at the end\n', `${others.join('')}          end: # at the end\n`),
  );
  const made = read.document && after(read.document, { of: taskIn, ...one } as Step);
  if (read.document === undefined || made === undefined) throw new Error('There is no such place.');
  const lex = vi.spyOn(Lexer.prototype, 'lex');
  const { source } = editYaml(read, computeChange(read.document, made));
  const parsed = lex.mock.calls.reduce((sum, [part]) => sum + part.length, 0);
  lex.mockRestore();
  expect(library(readYaml(source.text).document)).toEqual(library(made));
  expect(parsed).toBeLessThan(5000);
});

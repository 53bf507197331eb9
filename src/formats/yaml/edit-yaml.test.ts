import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import {
  applyModelChange,
  applyTextEdits,
  invertTextEdits,
  type ModelChange,
  type TaskChange,
} from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import { findTopTask, getSettings, listTaskIds, type WorkflowDocument } from '@/workflow/document';
import { expectTaskId, type TaskId } from '@/workflow/names';
import type { Task } from '@/workflow/tasks';
import { layout, settings, taskIds as someIds, task, workflowDocument } from '../document-arbitrary.testing';
import { editYaml } from './edit-yaml';
import { hasAnchor } from './holds-anchor';
import { readYaml } from './read-yaml';
import { writeYaml } from './write-yaml';

const none: ModelChange = { tasks: new Map() };

/** Applies a change to a text and checks all that must hold of every edit. */
function edited(text: string, make: (document: WorkflowDocument) => ModelChange): string {
  const before = readYaml(text);
  if (before.document === undefined) throw new Error(`Not a document: ${JSON.stringify(before.diagnostics)}\n${text}`);
  const change = make(before.document);
  const { source, edits } = editYaml(before, change);
  const after = readYaml(source.text);
  const expected = applyModelChange(before.document, change);
  expect(after.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(after.document).toEqual(expected);
  expect(Object.keys(after.document?.tasks ?? {})).toEqual(Object.keys(expected.tasks));
  expect(source).toEqual(after.source);
  expect(applyTextEdits(text, edits)).toBe(source.text);
  expect(applyTextEdits(source.text, invertTextEdits(edits))).toBe(text);
  return source.text;
}

function changeTask(id: string, change: (task: Task) => Task) {
  return (document: WorkflowDocument): ModelChange => {
    const before = findTopTask(document, id);
    if (before === undefined) throw new Error(`No task ${id}`);
    const index = listTaskIds(document).indexOf(expectTaskId(id));
    return { tasks: new Map([[expectTaskId(id), { before, after: change(before), index }]]) };
  };
}

const patch =
  (fields: object) =>
  (before: Task): Task =>
    ({ ...before, ...fields }) as Task;

const move =
  (id: string, x: number, y: number) =>
  (document: WorkflowDocument): ModelChange => ({
    ...none,
    layout: {
      before: document.layout,
      after: { ...document.layout, tasks: { ...document.layout?.tasks, [id]: [x, y] } },
    },
  });

const commented = `# A review of changes.
name: Review   # the name
x-team: docs

# Tasks below.
tasks:
  # Fetches it.
  fetch:
    description: |  # the prompt
      Fetch the change
      and its files.
    agent: 'worker'   # cheap
    x-note: keep

  # Reviews it.
  review:
    depends_on:
      - fetch  # first
    description: "Review {{fetch}}"
    options: { temperature: 0.2 }
    # Last of review.

# The end.
layout:
  tasks:
    fetch: [0, 0]  # top left
    review: [200, 0]
`;

describe('editYaml', () => {
  it('changes one text and leaves every other character', () => {
    const text = edited(commented, changeTask('review', patch({ description: 'Judge {{fetch}}' })));
    expect(text).toBe(commented.replace('"Review {{fetch}}"', '"Judge {{fetch}}"'));
  });

  it('keeps a text in its block, with the comment of its header', () => {
    const text = edited(commented, changeTask('fetch', patch({ description: 'One line\n' })));
    expect(text).toBe(commented.replace('      Fetch the change\n      and its files.\n', '      One line\n'));
  });

  it('puts a new key at its place and removes one with its line', () => {
    const added = edited(commented, changeTask('fetch', patch({ model: 'sim:echo' })));
    expect(added).toBe(commented.replace('# cheap\n', '# cheap\n    model: sim:echo\n'));
    const removed = edited(
      added,
      changeTask('fetch', (before) => {
        const { model: _model, ...rest } = before;
        return rest as Task;
      }),
    );
    expect(removed).toBe(commented);
  });

  it('keeps quotes that the author chose, and drops those that only the text before needed', () => {
    const text = (value: string) => `tasks:\n  a:\n    description: ${value}\n`;
    const say = changeTask('a', patch({ description: 'Say one' }));
    expect(edited(text('"Say"'), say)).toBe(text('"Say one"'));
    expect(edited(text("'Say '"), say)).toBe(text("'Say one'"));
    expect(edited(text('"Say "'), say)).toBe(text('Say one'));
    expect(edited(text('""'), say)).toBe(text('Say one'));
  });

  it('adds to a list in its style', () => {
    const text = edited(commented, changeTask('review', patch({ dependsOn: ['fetch', 'other'] })));
    expect(text).toBe(commented.replace('# first\n', '# first\n      - other\n'));
  });

  it('adds to a map in braces', () => {
    const text = edited(commented, changeTask('review', patch({ options: { temperature: 0.3, seed: 1 } })));
    expect(text).toBe(commented.replace('{ temperature: 0.2 }', '{ temperature: 0.3, seed: 1 }'));
  });

  it('moves a task by its line of the layout alone', () => {
    expect(edited(commented, move('fetch', 12.5, -3))).toBe(commented.replace('[0, 0]', '[12.5, -3]'));
  });

  it('changes a note by its lines alone, at the end of the layout or before the positions', () => {
    const noted = (text: string) => (document: WorkflowDocument) => ({
      ...none,
      layout: {
        before: document.layout,
        after: {
          ...document.layout,
          notes: document.layout?.notes?.map((note, index) => (index === 1 ? { ...note, text } : note)),
        } as NonNullable<WorkflowDocument['layout']>,
      },
    });
    const notes =
      '  notes:  # ours\n    - { text: one, at: [0, 0] }\n    # The second.\n    - text: two\n      at: [1, 1]\n';
    const after = `${commented}${notes}`;
    expect(edited(after, noted('three'))).toBe(after.replace('two', 'three'));
    const before = commented.replace('layout:\n', `layout:\n${notes}`);
    expect(edited(before, noted('three'))).toBe(before.replace('two', 'three'));
  });

  it('adds a task where it belongs, and its position', () => {
    const text = edited(commented, (document) => ({
      tasks: new Map([
        [expectTaskId('between'), { before: undefined, after: { type: 'atomic', name: 'B' }, index: 1 }],
      ]),
      ...{ layout: move('between', 1, 2)(document).layout as NonNullable<ModelChange['layout']> },
    }));
    expect(text).toBe(
      `${commented.replace('x-note: keep\n', 'x-note: keep\n  between:\n    name: B\n')}    between: [1, 2]\n`,
    );
  });

  it('keeps the comments of a task that is renamed', () => {
    const text = edited(commented, (document) => ({
      tasks: new Map<TaskId, TaskChange>([
        [expectTaskId('fetch'), { before: findTopTask(document, 'fetch'), after: undefined, index: 0 }],
        [expectTaskId('get'), { before: undefined, after: findTopTask(document, 'fetch'), index: 0 }],
      ]),
    }));
    expect(text).toBe(commented.replace('  fetch:\n', '  get:\n'));
  });

  it('leaves comments when the last task goes, and fills tasks again', () => {
    const removeAll = (document: WorkflowDocument): ModelChange => ({
      tasks: new Map(
        listTaskIds(document).map((id, index) => [id, { before: findTopTask(document, id), after: undefined, index }]),
      ),
    });
    const text = edited(commented, removeAll);
    expect(text).toContain('tasks: {}\n  # Fetches it.');
    edited(text, () => ({
      tasks: new Map([[expectTaskId('a'), { before: undefined, after: { type: 'atomic' }, index: 0 }]]),
    }));
  });

  it('changes settings in their lines and adds others at their place', () => {
    const text = edited(commented, (document) => {
      const before = getSettings(document);
      return { ...none, settings: { before, after: { ...before, name: 'New', defaultModel: 'sim:echo' } } };
    });
    expect(text).toBe(commented.replace('Review   # the name\n', 'New   # the name\ndefault_model: sim:echo\n'));
  });

  it('puts a layout at the end where there is none, also behind a last line without a break', () => {
    expect(edited('tasks:\n  a:\n    name: A', move('a', 1, 2))).toBe(
      'tasks:\n  a:\n    name: A\nlayout:\n  tasks:\n    a: [1, 2]\n',
    );
  });

  it('edits tasks that are all in braces, and leaves the comments between them and around', () => {
    const braces =
      '# Mine.\nname: N # n\ntasks: { # all\n  # of a\n  a: { description: A, # why\n    depends_on: [b], },\n' +
      '  b: { description: B }, # of b\n  # of c\n  c: { description: C } # c\n  # end\n} # over\n# Bye.\n';
    const changed = edited(braces, changeTask('a', patch({ dependsOn: ['b', 'c'] })));
    expect(changed).toBe(braces.replace('[b]', '[b, c]'));
    const left = edited(braces, (document) => removeSome(document, [1]));
    expect(left).toBe(braces.replace('  b: { description: B }, # of b\n', ''));
    const turned = edited(braces, (document) => {
      const tasks = Object.fromEntries(Object.entries(document.tasks).toReversed());
      return computeChange(document, { ...document, tasks });
    });
    expect(turned).toContain(
      '{ # all\n  # of c\n  c: { description: C }, # c\n  b: { description: B }, # of b\n  # of a',
    );
    expect(turned).toMatch(/depends_on: \[b\], \}\n {2}# end\n\} # over\n# Bye\.\n$/);
  });

  it('starts a workflow in an empty text', () => {
    const text = edited('# mine\n', () => ({
      tasks: new Map([
        [expectTaskId('a'), { before: undefined, after: { type: 'atomic', description: 'x' }, index: 0 }],
      ]),
    }));
    expect(text).toBe('# mine\ntasks:\n  a:\n    description: x\n');
  });

  it('does not take a short text of odd characters for a picture', () => {
    edited('tasks:\n  a: {name: x}\n', changeTask('a', patch({ name: '\ufffd'.repeat(9) })));
  });

  it('does not let a description alone become a task', () => {
    edited('name: x\n', (document) => {
      const before = getSettings(document);
      return { ...none, settings: { before, after: { ...before, description: 'about' } } };
    });
  });

  it.each([
    ['a list of tasks', 'tasks:\n- id: a # one\n  description: x # said\n# two\n- id: b\n', '# said'],
    [
      'tasks under workflows',
      'workflows:\n  main: # it\n    tasks:\n      a:\n        description: x # said\n      b: {}\n',
      '# said',
    ],
    ['Windows line breaks', 'tasks:\r\n  a: # one\r\n    description: x # said\r\n  b:\r\n', '# said\r\n'],
    ['four spaces', 'tasks:\n    a: # one\n        description: x # said\n    b: {name: B}\n', '# said'],
    ['a byte order mark', '\ufefftasks:\n  a: # one\n    description: x # said\n  b:\n', '\ufefftasks:'],
    [
      'camelCase and other names',
      'tasks:\n  a:\n    instructions: x # said\n    dependsOn: [c]\n  b:\n',
      'instructions: z # said',
    ],
    [
      'an alias elsewhere',
      'x-a: &a 1 # one\nvariables: { k: *a } # said\ntasks:\n  a: { description: x }\n  b:\n',
      '# said',
    ],
  ])('edits %s', (_name, text, kept) => {
    const once = edited(text, changeTask('a', patch({ description: 'z' })));
    expect(once).toContain(kept);
    const twice = edited(once, changeTask('b', patch({ dependsOn: ['a'], description: 'one\ntwo' })));
    const added = edited(twice, () => ({
      tasks: new Map([
        [expectTaskId('c'), { before: undefined, after: { type: 'script', script: { content: 'a\nb' } }, index: 1 }],
      ]),
    }));
    expect(edited(added, move('c', 1, 2))).toContain(kept);
  });

  it.each([
    ['a flow root', '{ tasks: { a: { description: x } } }'],
    ['flow tasks', 'tasks: { a: { description: x } }\n'],
    ['a single task', 'type: atomic\nid: a\ndescription: x\n'],
    ['an alias in the task', 'x-a: &a x\ntasks:\n  a: { description: *a }\n'],
    ['an anchor in the task', 'tasks:\n  a: { description: &a x }\n  b: { description: *a }\n'],
    ['a task that is an alias', 'x-a: &a { description: x }\ntasks:\n  a: *a\n'],
  ])('edits %s, rewriting what it must', (_name, text) => {
    edited(text, changeTask('a', patch({ description: 'z' })));
  });

  it.each([
    ['a setting', 'x-a: &a 1\nvariables: { k: *a }\ntasks: {}\n', 'extensions'],
    ['a setting that others merge', 'x-a: &a { k: v }\nvariables: { <<: *a }\ntasks: {}\n', 'extensions'],
    ['a list of others', 'agents:\n  a: { system: &a [x] }\nx-b: *a\ntasks: {}\n', 'agents'],
  ])('takes %s away of which others use a part, and keeps what they say', (_name, text, key) => {
    edited(text, (document) => {
      const before = getSettings(document);
      const after = Object.fromEntries(Object.entries(before).filter(([name]) => name !== key));
      return { ...none, settings: { before, after } };
    });
  });

  it('takes a task or the layout away of which others use a part, and keeps what they say', () => {
    const withoutFirst = (document: WorkflowDocument) => removeSome(document, [0]);
    edited('tasks:\n  a:\n    description: &a x\n  b:\n    description: *a\n', withoutFirst);
    edited('tasks:\n- id: a\n  description: &a x\n- id: b\n  description: *a\n', withoutFirst);
    edited('layout:\n  tasks: { a: &a [0, 0] }\nx-a: *a\ntasks:\n  a: {}\n', ({ layout: before }) => ({
      ...none,
      layout: { before, after: undefined },
    }));
  });

  it.each([
    'tasks:\n  a: &a\n    description: x\n  b: *a\n  c: {}\n',
    'tasks:\n  a:\n    description: &a x\n  b:\n    description: *a\n',
    'tasks:\n- id: a\n  description: &a x\n- id: b\n  inputs: { x: *a }\n',
    'x-a: &a x\ntasks:\n  a:\n    description: "*a"\n  b: { description: *a }\n',
  ])('moves no use of a part in front of that part: %j', (text) => {
    edited(text, (document) =>
      computeChange(document, {
        ...document,
        tasks: Object.fromEntries(Object.entries(document.tasks).toReversed()),
      }),
    );
  });

  it.each([
    ['a: &x 1', true],
    ['a: [1, &x 2]', true],
    ['a: {b: &x 2}', true],
    ['- &x', true],
    ['&x a: 1', true],
    ['a:\n  b: &x\n    c: 1', true],
    // What cannot be read alone may have one.
    ['a: &x [', true],
    ['a: "&x"', false],
    ['a: "b &x c"', false],
    ['a: |\n  b &x', false],
    ['a: b&x', false],
    ['a: 1 # &x', false],
    ['a: *x', false],
    ['a: &', false],
  ])('knows of %j that it has an anchor: %s', (block, has) => {
    expect(hasAnchor(block)).toBe(has);
  });

  it('makes a workflow of a single task, with its comments', () => {
    const text = edited(
      '# Mine.\nheddle: 1\nid: a\ndescription: |\n  one # said\n\n  two\n# More.\nmodel: sim:echo # cheap\n',
      changeTask('a', patch({ name: 'A' })),
    );
    expect(text).toBe(
      'heddle: 1\ntasks:\n  a:\n    name: A\n    # Mine.\n    description: |\n      one # said\n\n      two\n    # More.\n    model: sim:echo # cheap\n',
    );
  });

  it('puts tasks in another order at any depth, with their comments', () => {
    const text = `tasks:
  one: # first
    description: One
  all:
    type: group
    subtasks:
      a: {description: A} # of a
      b:
        # of b
        type: map
        inner_task:
          type: group
          subtasks:
            x: {type: script} # of x
            y: {type: script}
`;
    const turned = <T extends object>(all: T | undefined) =>
      Object.fromEntries(Object.entries(all ?? {}).reverse()) as T;
    const moved = edited(text, (document) => computeChange(document, { ...document, tasks: turned(document.tasks) }));
    expect(moved).toMatch(/^tasks:\n {2}all:[\s\S]* y: {type: script}\n {2}one: # first\n {4}description: One\n$/);
    const inGroup = changeTask('all', (task) =>
      task.type === 'group' ? { ...task, subtasks: turned(task.subtasks) } : task,
    );
    const last = edited(moved, inGroup);
    expect(last).toMatch(/y: {type: script}\n {6}a: {description: A} # of a\n {2}one/);
    const inner = edited(
      last,
      changeTask('all', (task) => {
        const b = task.type === 'group' ? task.subtasks?.[expectTaskId('b')] : undefined;
        if (task.type !== 'group' || b?.type !== 'map' || b.innerTask?.type !== 'group')
          throw new Error('It is another.');
        const innerTask = { ...b.innerTask, subtasks: turned(b.innerTask.subtasks) };
        return { ...task, subtasks: { ...task.subtasks, [expectTaskId('b')]: { ...b, innerTask } } };
      }),
    );
    expect(inner).toMatch(/y: {type: script}\n {12}x: {type: script} # of x\n/);
    expect(inner).toContain('# of b');
  });

  it('moves all of many tasks in one go', () => {
    const ids = Array.from({ length: 2000 }, (_, index) => `t${index}`);
    const text = writeYaml({
      tasks: Object.fromEntries(ids.map((id) => [id, { type: 'atomic', description: id }])) as Record<TaskId, Task>,
      layout: { tasks: Object.fromEntries(ids.map((id, index) => [id, [index, 0]])) },
    });
    const all = Object.fromEntries(ids.map((id, index) => [id, [index, 1] as [number, number]]));
    edited(text, ({ layout: before }) => ({ ...none, layout: { before, after: { ...before, tasks: all } } }));
  });

  it('says what the change says, whatever the document and the changes are', () => {
    fc.assert(
      fc.property(workflowDocument, steps, (document, changes) => {
        let text = writeYaml(document);
        for (const step of changes) text = edited(text, step);
      }),
      { numRuns: samples('EDITED_TEXTS', 20, 150) },
    );
  });
});

type Step = (document: WorkflowDocument) => ModelChange;

/** Some changes one after the other; each is made for the document that it meets. */
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.tuple(fc.nat(), task).map(
      ([seed, after]): Step =>
        (document) =>
          onTask(document, seed, () => after),
    ),
    fc.tuple(fc.nat(), task).map(
      ([seed, other]): Step =>
        (document) =>
          onTask(document, seed, (before) => ({
            ...before,
            ...(other.description === undefined ? {} : { description: other.description }),
            ...(other.name === undefined ? {} : { name: other.name }),
            ...(other.dependsOn === undefined ? {} : { dependsOn: other.dependsOn }),
            ...(other.variables === undefined ? {} : { variables: other.variables }),
          })),
    ),
    fc.array(fc.nat(), { maxLength: 3 }).map(
      (seeds): Step =>
        (document) =>
          removeSome(document, seeds),
    ),
    fc.tuple(someIds, task, fc.nat()).map(
      ([ids, after, seed]): Step =>
        (document) =>
          addSome(document, ids, after, seed),
    ),
    fc.nat().map(
      (seed): Step =>
        (document) => {
          const entries = Object.entries(document.tasks);
          const at = seed % Math.max(1, entries.length);
          const tasks = Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)]);
          return computeChange(document, { ...document, tasks });
        },
    ),
    settings.map(
      (after): Step =>
        (document) => ({
          ...none,
          settings: {
            before: getSettings(document),
            after: { ...after, extensions: { ...after.extensions, 'x-kept': 'kept 0' } } as never,
          },
        }),
    ),
    layout.map(
      (after): Step =>
        ({ layout: before }) => ({ ...none, layout: { before, after: after as never } }),
    ),
    fc.tuple(someIds, fc.integer()).map(
      ([ids, x]): Step =>
        ({ layout: before }) => ({
          ...none,
          layout: {
            before,
            after: {
              ...before,
              tasks: { ...before?.tasks, ...Object.fromEntries(ids.map((id) => [id, [x, 1]])) },
            } as never,
          },
        }),
    ),
  ),
  { minLength: 1, maxLength: 4 },
);

function onTask(document: WorkflowDocument, seed: number, change: (task: Task) => Task): ModelChange {
  const ids = listTaskIds(document);
  const id = ids[seed % Math.max(1, ids.length)];
  return id === undefined ? none : changeTask(id, change)(document);
}

function removeSome(document: WorkflowDocument, seeds: readonly number[]): ModelChange {
  const ids = listTaskIds(document);
  const gone = new Set(seeds.map((seed) => seed % Math.max(1, ids.length)));
  return {
    tasks: new Map(
      ids.flatMap((id, index) =>
        gone.has(index) ? [[id, { before: findTopTask(document, id), after: undefined, index }]] : [],
      ),
    ),
  };
}

function addSome(document: WorkflowDocument, ids: readonly string[], after: Task, seed: number): ModelChange {
  const fresh = ids.filter((id) => findTopTask(document, id) === undefined);
  const start = seed % (listTaskIds(document).length + 1);
  return {
    tasks: new Map(fresh.map((id, offset) => [expectTaskId(id), { before: undefined, after, index: start + offset }])),
  };
}

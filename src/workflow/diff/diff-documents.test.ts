import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@/base/json';
import { diffDocuments } from './diff-documents';
import type { DocumentDiff } from './document-diff';

const withTasks = (tasks: Record<string, JsonObject>, rest: JsonObject = {}): JsonObject => ({ ...rest, tasks });
const fetch = { description: 'Fetch the change', limits: { timeout_ms: 1000 } };
const review = { description: 'Review {{fetch}}', depends_on: ['fetch'] };

/** The changes of the one task that differs, by their paths. */
function changesOf(
  before: JsonObject,
  after: JsonObject,
): Record<string, readonly [Json | undefined, Json | undefined]> {
  const [task, ...others] = diffDocuments(withTasks({ a: before }), withTasks({ a: after })).tasks;
  expect(others).toEqual([]);
  return Object.fromEntries((task?.changes ?? []).map((one) => [one.path.join('/'), [one.before, one.after] as const]));
}

/** What a difference is when it is read backwards. */
function turned({ settings, tasks, layout }: DocumentDiff) {
  const turn = ({ path, before, after }: DocumentDiff['settings'][number]) => ({
    path,
    ...(after === undefined ? {} : { before: after }),
    ...(before === undefined ? {} : { after: before }),
  });
  const kinds = { added: 'removed', removed: 'added', changed: 'changed', renamed: 'renamed' } as const;
  return {
    settings: settings.map(turn),
    tasks: tasks.map((task) => ({
      kind: kinds[task.kind],
      id: task.kind === 'renamed' ? task.formerId : task.id,
      changes: task.changes.map(turn),
    })),
    layout,
  };
}

describe('the difference of two documents', () => {
  it('tells tasks that were added, removed and changed, each with its fields', () => {
    const before = withTasks({ fetch, old: { name: 'Old one', type: 'script' } });
    const after = withTasks({ fetch: { ...fetch, limits: { timeout_ms: 2000 } }, review });
    expect(diffDocuments(before, after).tasks).toEqual([
      {
        kind: 'changed',
        id: 'fetch',
        type: 'atomic',
        changes: [{ path: ['limits', 'timeout_ms'], before: 1000, after: 2000 }],
      },
      {
        kind: 'added',
        id: 'review',
        type: 'atomic',
        changes: [
          { path: ['description'], after: 'Review {{fetch}}' },
          { path: ['depends_on'], after: ['fetch'] },
        ],
      },
      {
        kind: 'removed',
        id: 'old',
        type: 'script',
        name: 'Old one',
        changes: [
          { path: ['name'], before: 'Old one' },
          { path: ['type'], before: 'script' },
        ],
      },
    ]);
  });

  it('is the same read backwards', () => {
    const before = withTasks({ a: { description: 'A' }, b: { description: 'B' }, c: { name: 'C' } }, { name: 'One' });
    const after = withTasks({ c: { name: 'D', condition: 'true' }, e: { description: 'A' } }, { variables: { X: 1 } });
    const there = turned(diffDocuments(before, after));
    const back = diffDocuments(after, before);
    expect(there.settings).toEqual(expect.arrayContaining([...back.settings]));
    expect(there.tasks).toHaveLength(back.tasks.length);
    for (const task of back.tasks) {
      const { id, kind, changes } = task;
      expect(there.tasks).toContainEqual({ id, kind, changes: expect.arrayContaining([...changes]) });
    }
  });

  it('knows a task by its new id, if it is certain that it is the same', () => {
    const renamed = (before: Record<string, JsonObject>, after: Record<string, JsonObject>) =>
      diffDocuments(withTasks(before), withTasks(after)).tasks.map((task) =>
        task.kind === 'renamed' ? `${task.formerId} > ${task.id}` : `${task.kind} ${task.id}`,
      );
    expect(renamed({ fetch }, { get: fetch })).toEqual(['fetch > get']);
    expect(renamed({ review }, { look: { ...review, depends_on: ['get'] } })).toEqual(['review > look']);
    expect(renamed({ a: { name: 'Look', model: 'm' } }, { b: { name: 'Look', model: 'n' } })).toEqual(['a > b']);
    expect(renamed({ a: { name: 'Look' } }, { b: { name: 'Look', type: 'script' } })).toEqual(['added b', 'removed a']);
    expect(renamed({ a: fetch }, { b: fetch, c: fetch })).toEqual(['added b', 'added c', 'removed a']);
  });

  it('tells settings by name, and nothing of the version of the language', () => {
    const before = { heddle: 1, agents: { worker: { model: 'a', tier: 'worker' } }, variables: { X: 1, Y: 2 } };
    const after = { variables: { Y: 2, X: { deep: true } }, agents: { worker: { tier: 'worker', model: 'b' } } };
    expect(diffDocuments(before, after).settings).toEqual([
      { path: ['agents', 'worker', 'model'], before: 'a', after: 'b' },
      { path: ['variables', 'X'], before: 1, after: { deep: true } },
    ]);
  });

  it('tells which tasks stand elsewhere in the order, as few as there can be', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((description) => ({ description })) as JsonObject[];
    const moved = (before: Record<string, JsonObject>, after: Record<string, JsonObject>) =>
      diffDocuments(withTasks(before), withTasks(after)).moved;
    expect(moved({ a, b, c, d } as never, { d, a, b, c } as never)).toEqual(['d']);
    expect(moved({ a, b, c } as never, { b, d, c } as never)).toEqual([]);
    expect(moved({ a, b, c } as never, { c, b, x: a } as never)).toHaveLength(2);
  });

  it('counts what is drawn elsewhere, where both say where', () => {
    const layout = { tasks: { a: [0, 0], b: [0, 0] }, notes: [{ text: 'One' }], collapsed: ['a'] };
    const other = { tasks: { a: [9, 0], c: [0, 0] }, notes: [{ text: 'Two' }, { text: 'One' }] };
    expect(diffDocuments({ layout }, { layout: other }).layout).toEqual({ tasks: 1, notes: 1, folded: 1 });
    expect(diffDocuments({ layout }, {}).layout).toEqual({ tasks: 0, notes: 0, folded: 0 });
  });
});

describe('the changed fields of a task', () => {
  it('do not hang on the order of what has none', () => {
    expect(
      changesOf({ depends_on: ['x', 'y'], inputs: { p: 1, q: 2 } }, { inputs: { q: 2, p: 1 }, depends_on: ['y', 'x'] }),
    ).toEqual({});
    expect(changesOf({ tools: ['x', 'y'] }, { tools: ['y', 'x'] })).toEqual({
      tools: [
        ['x', 'y'],
        ['y', 'x'],
      ],
    });
  });

  it('go into nested tasks by their ids', () => {
    const before = {
      steps: [
        { id: 'one', description: '1' },
        { id: 'two', limits: { max_turns: 1 } },
      ],
    };
    const after = { steps: [{ id: 'two', limits: { max_turns: 2 } }, { id: 'new' }, { id: 'one', description: '1' }] };
    expect(changesOf(before, after)).toEqual({
      steps: [
        ['one', 'two'],
        ['two', 'one'],
      ],
      'steps/two/limits/max_turns': [1, 2],
      'steps/new/id': [undefined, 'new'],
    });
  });

  it('go into nested tasks without ids by their places, past those that one was put in front of', () => {
    const [one, two, three] = ['1', '2', '3'].map((description) => ({ description })) as JsonObject[];
    expect(
      changesOf({ steps: [one, two, three] as Json }, { steps: [one, { description: 'new' }, two, three] as Json }),
    ).toEqual({
      'steps/1/description': [undefined, 'new'],
    });
    expect(
      changesOf({ steps: [one, two, three] as Json }, { steps: [one, { description: '2!' }, three] as Json }),
    ).toEqual({
      'steps/1/description': ['2', '2!'],
    });
  });

  it('are told one by one where an object is new, or gone', () => {
    expect(changesOf({ loop: {} }, { script: { content: 'ls', env: { A: 'b' } } })).toEqual({
      loop: [{}, undefined],
      'script/content': [undefined, 'ls'],
      'script/env/A': [undefined, 'b'],
    });
  });

  it('take keys of objects for what they are', () => {
    expect(changesOf({ options: { constructor: 1 } }, { options: { toString: 1 } })).toEqual({
      'options/constructor': [1, undefined],
      'options/toString': [undefined, 1],
    });
  });
});

it('pairs ten thousand tasks that were all renamed', () => {
  const tasks = (count: number, text: string) =>
    withTasks(
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`${text}${n}`, { description: `${n}`, depends_on: [`t${n}`] }]),
      ),
    );
  const diff = diffDocuments(tasks(10_000, 'old'), tasks(10_000, 'new'));
  expect(diff.tasks).toHaveLength(10_000);
  expect(diff.tasks.every(({ kind }) => kind === 'renamed')).toBe(true);
});

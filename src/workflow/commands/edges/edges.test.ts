import { describe, expect, it } from 'vitest';
import type { Result } from '@/base/result';
import { listAddedTasks } from '../../change';
import { findTopTask, listTaskIds, type WorkflowDocument } from '../../document';
import { documentOf, id } from '../../sample.testing';
import { blankTasks } from '../../tasks/blank-tasks';
import { addTask } from '../add-task';
import { computeChange } from '../change-between';
import type { EditRefusal } from '../edit-refusal';
import { removeTasks } from '../remove-tasks';
import { connectTasks } from './connect-tasks';
import { disconnectTasks } from './disconnect-tasks';
import { insertOnEdge } from './insert-on-edge';
import { reconnectTasks } from './reconnect-tasks';

const [a, b, c, x] = [id('a'), id('b'), id('c'), id('x')];
const chain = documentOf(
  { a: { name: 'First' }, b: { dependsOn: ['a'] }, c: { dependsOn: ['b'] }, x: {} },
  { layout: { tasks: { a: [0, 0], b: [1, 1] }, collapsed: ['b', 'b/inner', 'c'] } },
);

/** What each task waits for afterwards, or the refusal. */
function wires(result: Result<WorkflowDocument, EditRefusal>) {
  if (!result.ok) return result.error.message;
  const next = result.value;
  return Object.fromEntries(
    listTaskIds(next).flatMap((task) => (next.tasks[task]?.dependsOn ? [[task, next.tasks[task].dependsOn]] : [])),
  );
}

describe('addTask', () => {
  it.each(['map', 'reduce'] as const)('pulled out of a port or put on an edge, a %s goes over what comes', (type) => {
    const itemsOf = (made: Result<WorkflowDocument, EditRefusal>, task: string) =>
      made.ok ? made.value.tasks[id(task)] : made.error;
    const pulled = addTask(chain, { type, at: [0, 0], after: 'a' });
    expect(itemsOf(pulled, `${type}_1`)).toMatchObject({ items: { from: 'a' }, dependsOn: ['a'] });
    const between = addTask(chain, { type, at: [0, 0], after: 'a', before: 'b' });
    expect(itemsOf(between, `${type}_1`)).toMatchObject({ items: { from: 'a' }, dependsOn: ['a'] });
    const alone = addTask(chain, { type, at: [0, 0] });
    expect(itemsOf(alone, `${type}_1`)).toMatchObject({ items: ['one', 'two'] });
    const put = alone.ok ? insertOnEdge(alone.value, { task: id(`${type}_1`), from: a, to: b }) : alone;
    expect(itemsOf(put, `${type}_1`)).toMatchObject({ items: { from: 'a' }, dependsOn: ['a'] });
  });

  it('finds a fresh id and goes to the end', () => {
    const document = documentOf({ atomic_1: {}, atomic_3: {} });
    const first = addTask(document, { type: 'atomic', at: [10.4, 20.6] });
    if (!first.ok) throw new Error(first.error.message);
    expect(listAddedTasks(computeChange(document, first.value))).toEqual(['atomic_2']);
    const next = first.value;
    expect(listTaskIds(next)).toEqual(['atomic_1', 'atomic_3', 'atomic_2']);
    expect(next.layout?.tasks).toEqual({ atomic_2: [10, 21] });
  });

  it('connects, and between two connected tasks takes over their wire', () => {
    expect(wires(addTask(chain, { id: 'n', type: 'script', at: [0, 0], after: a }))).toMatchObject({ n: ['a'] });
    expect(wires(addTask(chain, { id: 'n', type: 'script', at: [0, 0], after: a, before: b }))).toEqual({
      n: ['a'],
      b: ['n'],
      c: ['b'],
    });
    expect(wires(addTask(chain, { id: 'n', type: 'script', at: [0, 0], after: c, before: a }))).toMatch(/nothing fits/);
  });

  it('refuses ids that are taken or are none', () => {
    expect(wires(addTask(chain, { id: 'a', type: 'atomic', at: [0, 0] }))).toMatch(/already/);
    expect(wires(addTask(chain, { id: '1 a', type: 'atomic', at: [0, 0] }))).toMatch(/starts with a letter/);
    expect(wires(addTask(chain, { id: 'constructor', type: 'atomic', at: [0, 0] }))).toMatch(/reserved/);
  });
});

describe('connectTasks', () => {
  it('gives a map that waits already what it goes over, once', () => {
    const map = { type: 'map', items: ['one', 'two'], innerTask: { type: 'atomic' }, dependsOn: ['a'] };
    const document = documentOf({ a: {}, m: { ...map, items: blankTasks.map.items } });
    const made = connectTasks(document, { from: a, to: id('m') });
    expect(made.ok && made.value.tasks[id('m')]).toMatchObject({ items: { from: 'a' }, dependsOn: ['a'] });
    const again = connectTasks(made.ok ? made.value : document, { from: a, to: id('m') });
    expect(again).toMatchObject({ ok: false, error: { message: expect.stringContaining('already waits') } });
    const own = documentOf({ a: {}, m: { ...map, items: ['mine'] } });
    expect(connectTasks(own, { from: a, to: id('m') })).toMatchObject({ ok: false });
  });

  it('lets one wait for the other', () => {
    expect(wires(connectTasks(chain, { from: x, to: c }))).toEqual({ b: ['a'], c: ['b', 'x'] });
  });

  it('refuses with the reason', () => {
    expect(wires(connectTasks(chain, { from: a, to: a }))).toBe('“First” cannot wait for itself.');
    expect(wires(connectTasks(chain, { from: a, to: b }))).toBe('“b” already waits for “First”.');
    expect(wires(connectTasks(chain, { from: c, to: a }))).toMatch(/^“c” already waits for “First”, .* cycle/);
    expect(wires(connectTasks(documentOf({ fetch: {} }), { from: id('fetsh'), to: id('fetch') }))).toBe(
      'No task “fetsh”. Did you mean fetch?',
    );
  });
});

describe('disconnectTasks', () => {
  it('takes the wire away, and the empty list with it', () => {
    expect(wires(disconnectTasks(chain, { from: a, to: b }))).toEqual({ c: ['b'] });
    expect(wires(disconnectTasks(chain, { from: a, to: c }))).toBe('“c” does not wait for “First”.');
  });
});

describe('reconnectTasks', () => {
  it('moves either end; the wire keeps its place', () => {
    const document = documentOf({ a: {}, b: {}, x: {}, c: { dependsOn: ['a', 'b'] } });
    expect(wires(reconnectTasks(document, { from: a, to: c, newFrom: x, newTo: c }))).toEqual({
      c: ['x', 'b'],
    });
    expect(wires(reconnectTasks(document, { from: a, to: c, newFrom: a, newTo: x }))).toEqual({
      x: ['a'],
      c: ['b'],
    });
  });

  it('may turn a wire round, as the old one is gone then', () => {
    expect(wires(reconnectTasks(chain, { from: a, to: b, newFrom: b, newTo: a }))).toEqual({
      a: ['b'],
      c: ['b'],
    });
    expect(wires(reconnectTasks(chain, { from: a, to: b, newFrom: c, newTo: b }))).toMatch(/cycle/);
  });
});

describe('removeTasks', () => {
  it('drops wires and places', () => {
    const result = removeTasks(chain, { ids: [b] });
    expect(wires(result)).toEqual({});
    expect(result.ok && result.value.layout).toEqual({
      tasks: { a: [0, 0] },
      collapsed: ['c'],
    });
  });

  it('joins the neighbours of all that go', () => {
    const document = documentOf({
      a: {},
      b: { dependsOn: ['a', 'x'] },
      c: { dependsOn: ['b'] },
      d: { dependsOn: ['a', 'c'] },
      x: {},
    });
    expect(wires(removeTasks(document, { ids: [b, c], join: true }))).toEqual({ d: ['a', 'x'] });
  });

  it('joins across a circle without going round for ever', () => {
    const document = documentOf({ a: { dependsOn: ['b'] }, b: { dependsOn: ['a'] }, c: { dependsOn: ['b'] } });
    expect(wires(removeTasks(document, { ids: [a, b], join: true }))).toEqual({});
  });
});

describe('insertOnEdge', () => {
  it('puts the task into the wire', () => {
    expect(wires(insertOnEdge(chain, { task: x, from: a, to: b }))).toEqual({ x: ['a'], b: ['x'], c: ['b'] });
  });

  it('refuses what would make a cycle, and wires that are not there', () => {
    expect(wires(insertOnEdge(chain, { task: c, from: a, to: b }))).toMatch(/cycle/);
    expect(wires(insertOnEdge(chain, { task: x, from: a, to: c }))).toMatch(/does not wait/);
    expect(wires(insertOnEdge(chain, { task: a, from: a, to: b }))).toMatch(/an end of this wire/);
  });

  it('leaves the others as they are', () => {
    const result = insertOnEdge(chain, { task: x, from: a, to: b });
    expect(result.ok && [...computeChange(chain, result.value).tasks.keys()]).toEqual(['b', 'x']);
    expect(result.ok && findTopTask(result.value, 'a')).toBe(findTopTask(chain, 'a'));
  });
});

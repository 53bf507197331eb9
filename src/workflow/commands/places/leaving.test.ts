import { describe, expect, it } from 'vitest';
import { findTopTask, type WorkflowDocument } from '../../document';
import { documentOf } from '../../sample.testing';
import { locateTask } from '../../task-path';
import { insertOnEdgeAt } from '../edges/insert-on-edge';
import { groupTasks } from '../structure/group-tasks';
import { addInto } from './add-into';
import { nameProblems } from './any-place.testing';
import { describeLost, listFixes } from './mend-lost-uses';
import { type MoveInto, moveInto, moveRefusal } from './move-into';
import { findEndPlace, placeBeside, type TaskPlace } from './task-place';

const step = (description: string, fields: object = {}) => ({ type: 'atomic', description, ...fields });
const top: TaskPlace = { kind: 'graph', container: undefined };
const group = (container: string): TaskPlace => ({ kind: 'graph', container });

function moved(document: WorkflowDocument, args: MoveInto) {
  const result = moveInto(document, args);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
const refusal = (document: WorkflowDocument, args: MoveInto) => {
  const result = moveInto(document, args);
  return result.ok ? undefined : result.error.message;
};
const waitsOf = (document: WorkflowDocument, taskPath: string) => locateTask(document, taskPath)?.task.dependsOn;

describe('a task that comes into a group', () => {
  const document = documentOf(
    {
      a: step('Start'),
      b: step('After {{a}}', { dependsOn: ['a'] }),
      c: step('After {{b}}', { dependsOn: ['b'], condition: 'tasks.b.output.x > 1' }),
      g: { type: 'group', subtasks: { web: step('Web') } },
    },
    { layout: { tasks: { a: [0, 0], b: [300, 0], g: [0, 200] } } },
  );

  it('is read from the result of the group, which waits and is waited for in its place', () => {
    const { document: next, lost } = moved(document, { taskPaths: ['b'], into: group('g') });
    expect(lost).toEqual([]);
    expect(waitsOf(next, 'g')).toEqual(['a']);
    expect(waitsOf(next, 'c')).toEqual(['g']);
    expect(locateTask(next, 'g/b')?.task).toEqual({ type: 'atomic', description: 'After {{a}}' });
    expect(findTopTask(next, 'c')).toMatchObject({
      description: 'After {{g.output.b}}',
      condition: 'tasks.g.output.b.x > 1',
    });
    expect(next.layout?.tasks).toEqual({ a: [0, 0], g: [0, 200] });
    expect(nameProblems(next)).toEqual([]);
  });
});

describe('a trigger rule of a task that comes into a group', () => {
  const document = documentOf({
    a: step('Start'),
    b: step('Other'),
    clean: step('Clean up', { dependsOn: ['a', 'b'], triggerRule: 'all_done' }),
    mend: step('Mend', { dependsOn: ['a'], triggerRule: 'one_failed' }),
    g: { type: 'group', subtasks: { web: step('Web') } },
    h: { type: 'group', dependsOn: ['b'], subtasks: { web: step('Web') } },
    e: { type: 'group', subtasks: {} },
  });
  const ruleOf = (next: WorkflowDocument, taskPath: string) => {
    const { triggerRule, dependsOn } = locateTask(next, taskPath)?.task ?? {};
    return [triggerRule, dependsOn];
  };

  it('is that of the group, which waits in its place', () => {
    const { document: next, lost } = moved(document, { taskPaths: ['clean'], into: group('g') });
    expect(lost).toEqual([]);
    expect(ruleOf(next, 'g')).toEqual(['all_done', ['a', 'b']]);
    expect(ruleOf(next, 'g/clean')).toEqual([undefined, undefined]);
    const alone = moved(document, { taskPaths: ['mend'], into: group('e') }).document;
    expect(ruleOf(alone, 'e')).toEqual(['one_failed', ['a']]);
    const made = groupTasks(document, { taskPaths: ['mend'] });
    expect(made.ok && ruleOf(made.value.document, made.value.taskPath)).toEqual(['one_failed', ['a']]);
  });

  it('stays with the task where what it waits for comes along, or where it leaves a group', () => {
    const both = moved(document, { taskPaths: ['a', 'mend'], into: group('g') }).document;
    expect(ruleOf(both, 'g/mend')).toEqual(['one_failed', ['a']]);
    const out = moved(both, { taskPaths: ['g/mend'], into: top }).document;
    expect(ruleOf(out, 'mend')).toEqual(['one_failed', ['g']]);
  });

  it('is a reason to refuse where others would run otherwise', () => {
    const isRefused = /(runs (also|only) if a task before it fails \(trigger_rule\)).*Put/;
    expect(refusal(document, { taskPaths: ['clean'], into: group('h') })).toMatch(isRefused);
    expect(refusal(document, { taskPaths: ['mend'], into: group('g') })).toMatch(isRefused);
    expect(refusal(document, { taskPaths: ['mend', 'clean'], into: group('e') })).toMatch(isRefused);
    expect(refusal(document, { taskPaths: ['a', 'clean'], into: group('e') })).toMatch(isRefused);
  });
});

describe('a task that leaves a scope', () => {
  const document = documentOf({
    g: {
      type: 'group',
      inputs: { tone: 'calm' },
      subtasks: {
        web: step('Web'),
        read: step('{{web.output.text}} in {{tone}}', { dependsOn: ['web'] }),
        sum: step('{{read}}', { dependsOn: ['read'] }),
      },
    },
    each: { type: 'map', items: [1], innerTask: step('{{item}}', { id: 'one' }) },
  });

  it('is waited for by the group, and the tasks around it in the group wait for one another', () => {
    const { document: next, lost } = moved(document, { taskPaths: ['g/read'], into: top });
    expect(waitsOf(next, 'g')).toEqual(['read']);
    expect(waitsOf(next, 'g/sum')).toEqual(['web']);
    expect(lost.map((one) => describeLost(next, one))).toEqual([
      '“read” reads “web”, which is in “g”.',
      '“read” reads “tone” of “g”, which is not around it any more.',
      '“read” no longer waits for “web”.',
    ]);
  });

  it('reads what it can from the result of its container; what it cannot name gets fixes', () => {
    const { document: next, lost } = moved(document, { taskPaths: ['g/sum'], into: top });
    expect(lost).toEqual([]);
    expect(findTopTask(next, 'sum')).toMatchObject({ description: '{{g.output.read}}', dependsOn: ['g'] });
    expect(nameProblems(next)).toEqual([]);

    const out = moved(document, { taskPaths: ['each/inner_task'], into: top });
    expect([...out.taskPaths.values()]).toEqual(['one']);
    const [given] = out.lost.flatMap((one) => listFixes(out.document, one));
    expect(given?.title).toBe('Give “one” an input “item”');
    const told = given?.edit(out.document);
    expect(told?.ok && nameProblems(told.value)).toEqual([]);

    const read = moved(document, { taskPaths: ['g/read'], into: top });
    const copy = read.lost
      .flatMap((one) => listFixes(read.document, one))
      .find(({ title }) => title.startsWith('Copy'));
    const copied = copy?.edit(read.document);
    expect(copied?.ok && findTopTask(copied.value, 'read')).toMatchObject({ inputs: { tone: 'calm' } });
  });
});

describe('a place', () => {
  const document = documentOf({
    m: { type: 'map', items: [1] },
    d: { type: 'director_evaluator', director: step('D') },
    s: { type: 'sequential', steps: [step('One'), step('Two')] },
  });
  const end = (id: string) => findEndPlace(findTopTask(document, id) ?? expect.unreachable(), id);

  it('for a task that nobody has aimed is the end of a list or the first free slot, those that a run needs first', () => {
    expect(end('m')).toEqual({ kind: 'slot', container: 'm', segment: 'inner_task' });
    expect(end('d')).toEqual({ kind: 'slot', container: 'd', segment: 'evaluator' });
    expect(end('s')).toEqual({ kind: 'list', container: 's', index: 2 });
  });

  it('beside a step is after it; what cannot come there is said while it is dragged', () => {
    expect(placeBeside(document, 's/step_1')).toEqual({ kind: 'list', container: 's', index: 1 });
    expect(placeBeside(document, 'd/director')).toEqual({ kind: 'slot', container: 'd', segment: 'director' });
    expect(moveRefusal(document, ['m'], placeBeside(document, 'd/director'))).toMatch(
      /has its task “director” already/,
    );
    expect(moveRefusal(document, ['s/step_1'], placeBeside(document, 's/step_2'))).toBeUndefined();
    expect(moveRefusal(document, ['s'], placeBeside(document, 's/step_2'))).toMatch(/into itself/);
  });
});

describe('a move', () => {
  const document = documentOf({
    s: { type: 'sequential', steps: [step('One'), step('{{step_1}}'), step('{{step_2}}', { id: 'last' })] },
    c: {
      type: 'cond',
      cases: [
        { test: 'a', task: step('A') },
        { test: 'b', task: step('B') },
      ],
      else: step('C'),
    },
    m: { type: 'map', items: [1], innerTask: step('{{item}}') },
    e: { type: 'map', items: [1] },
    x: step('X'),
  });

  it('reorders steps and cases: ids stay, a case takes its test along', () => {
    const steps = moved(document, { taskPaths: ['s/last'], into: { kind: 'list', container: 's', index: 0 } });
    expect(findTopTask(steps.document, 's')).toMatchObject({
      steps: [{ id: 'last' }, { id: 'step_1' }, { id: 'step_2' }],
    });
    expect(steps.lost.map((one) => describeLost(steps.document, one))).toEqual([
      '“last” reads “step_2”, which may not have run by then.',
    ]);
    const cases = moved(document, { taskPaths: ['c/case:2'], into: { kind: 'list', container: 'c', index: 0 } });
    expect(findTopTask(cases.document, 'c')).toMatchObject({ cases: [{ test: 'b' }, { test: 'a' }] });
    expect(cases.taskPaths.get('c/case:2')).toBe('c/case:1');
    const same = moved(document, { taskPaths: ['s/step_2'], into: { kind: 'list', container: 's', index: 2 } });
    expect(same.document).toBe(document);
  });

  it('fills a free slot, replaces the task in it only if asked to, and is refused otherwise with the reason', () => {
    const into = (container: string): TaskPlace => ({ kind: 'slot', container, segment: 'inner_task' });
    expect(findTopTask(moved(document, { taskPaths: ['x'], into: into('e') }).document, 'e')).toMatchObject({
      innerTask: { id: 'x', description: 'X' },
    });
    expect(refusal(document, { taskPaths: ['x'], into: into('m') })).toBe(
      '“m” has its task “for each item” already. Move that out first.',
    );
    const replaced = moved(document, { taskPaths: ['x'], into: into('m'), replace: true });
    expect(findTopTask(replaced.document, 'm')).toMatchObject({ innerTask: { description: 'X' } });
    expect(refusal(document, { taskPaths: ['x', 's'], into: into('e') })).toMatch(/takes one task here/);
    expect(refusal(document, { taskPaths: ['s'], into: { kind: 'list', container: 's', index: 0 } })).toMatch(
      /into itself/,
    );
    expect(refusal(document, { taskPaths: ['s'], into: group('x') })).toBe('“x” (Atomic) holds no other tasks.');
  });

  it('to a place where its id is taken, or would hide what is read there, gives it another', () => {
    const clash = documentOf({
      web: step('Mine'),
      note: step('Note'),
      g: { type: 'group', dependsOn: ['note'], subtasks: { web: step('Web'), use: step('{{web}} {{note}}') } },
      h: { type: 'group', subtasks: { note: step('Another') } },
    });
    expect([...moved(clash, { taskPaths: ['web'], into: group('g') }).taskPaths.values()]).toEqual(['g/web_2']);
    const hidden = moved(clash, { taskPaths: ['h/note'], into: group('g') });
    expect([...hidden.taskPaths.values()]).toEqual(['g/note_2']);
    expect(hidden.lost).toEqual([]);
  });

  it('adds a second case with a test of its own, and a task between two of a group', () => {
    const cond = documentOf({ c: { type: 'cond', cases: [{ test: 'has(variables.DRAFT)', task: step('A') }] } });
    const second = addInto(cond, { type: 'atomic', into: { kind: 'list', container: 'c', index: 1 } });
    expect(second.ok && findTopTask(second.value.document, 'c')).toMatchObject({
      cases: [{ test: 'has(variables.DRAFT)' }, { test: 'has(variables.DRAFT_2)' }],
    });
    const wired = documentOf({ g: { type: 'group', subtasks: { a: step('A'), b: step('B', { dependsOn: ['a'] }) } } });
    const onEdge = insertOnEdgeAt(documentOf({ ...wired.tasks, x: step('X') }), { task: 'x', from: 'g/a', to: 'g/b' });
    expect(onEdge.ok).toBe(false);
    const between = addInto(wired, { type: 'script', after: 'g/a', before: 'g/b', at: [10, 20] });
    expect(between.ok && between.value.taskPath).toBe('g/script_1');
    expect(between.ok && waitsOf(between.value.document, 'g/b')).toEqual(['script_1']);
    expect(between.ok && between.value.document.layout?.tasks).toEqual({ 'g/script_1': [10, 20] });
  });
});

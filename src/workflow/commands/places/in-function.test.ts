import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import { applyModelChange, invertModelChange } from '../../change';
import { findTopTask, type WorkflowDocument } from '../../document';
import { findTaskScope } from '../../graph/task-scope-at';
import { nestedDocument, withFunctions } from '../../nested.testing';
import { documentOf } from '../../sample.testing';
import { findContainerPath, findTaskPathAt, locateTask } from '../../task-path';
import type { Task } from '../../tasks';
import { validateDocument } from '../../validate/validate';
import { computeChange } from '../change-between';
import { connectPaths } from '../edges/connect-paths';
import { removeAtPaths } from '../remove-at-paths';
import { renameEntry } from '../rename/rename-entry';
import { renamePart } from '../rename/rename-part';
import { setTaskFields } from '../set-fields';
import { extractFunction } from '../structure/extract-function';
import { groupTasks } from '../structure/group-tasks';
import { makeRoomInFunction } from '../structure/room-in-function';
import { ungroupTask } from '../structure/ungroup-task';
import { wrapTasks } from '../structure/wrap-tasks';
import { addInto } from './add-into';
import { allPlaces, allTaskPaths, nameProblems, withoutProblems } from './any-place.testing';
import { copyInto } from './copy-into';
import { describeLost } from './mend-lost-uses';
import { moveInto } from './move-into';
import { findTaskPlace } from './task-place';

const step = (description: string, fields: object = {}) => ({ type: 'atomic', description, ...fields }) as Task;
const sample: WorkflowDocument = {
  ...documentOf({ top: step('Top'), use: { type: 'call', ref: 'report', args: { about: 'x' } } }),
  library: {
    report: {
      parameters: [{ name: 'about' }],
      task: {
        type: 'group',
        subtasks: { web: step('Look for {{about}}'), sum: step('{{web}}', { dependsOn: ['web'] }) },
      } as unknown as Task,
    },
    greet: { parameters: [{ name: 'who' }], task: step('Greet {{who}}') },
  },
  layout: { tasks: { top: [0, 0], 'library:report/web': [10, 20] } },
};

function done<T>(result: { ok: true; value: T } | { ok: false; error: { message: string } }): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
const body = (document: WorkflowDocument, name: string) => document.library?.[name]?.task;

describe('a task of a function', () => {
  it('is found by its path, and by its place in the file', () => {
    expect(locateTask(sample, 'library:report/web')?.path).toEqual(['library', 'report', 'task', 'subtasks', 'web']);
    expect(findTaskPathAt(sample, ['library', 'report', 'task', 'subtasks', 'web', 'description'])).toBe(
      'library:report/web',
    );
    expect(findTaskPathAt(sample, ['library', 'report', 'parameters', 0, 'name'])).toBe('library:report');
    expect(locateTask(sample, 'library:nothing')).toBeUndefined();
    expect(findContainerPath('library:report/web')).toBe('library:report');
    expect(findTaskPlace(sample, 'library:greet')).toEqual({
      kind: 'slot',
      container: undefined,
      segment: 'library:greet',
    });
  });

  it('sees its parameters, and nothing of the workflow but the variables', () => {
    const scope = findTaskScope({ ...sample, variables: { TONE: 'x' } }, 'library:report/sum');
    expect(scope).toMatchObject({ role: 'subtask', taskPath: 'library:report/sum' });
    const names = [];
    for (let level = scope?.within; level !== undefined; level = level.outer)
      names.push(...Object.keys({ ...level.inputs, ...level.variables }), ...(level.beside?.siblings.ids() ?? []));
    expect(names).toEqual(['web', 'sum', 'about', 'TONE']);
  });

  it('is set, renamed, connected, removed and grouped as any other', () => {
    const set = done(setTaskFields(sample, { id: 'library:report/web', patch: { name: 'The web' } }));
    expect(findTopTask(set, 'library:report')).toMatchObject({ subtasks: { web: { name: 'The web' } } });
    expect(set.tasks).toBe(sample.tasks);
    const renamed = done(renamePart(sample, { taskPath: 'library:report/web', newId: 'net' }));
    expect(body(renamed, 'report')).toMatchObject({
      subtasks: { sum: { description: '{{net}}', dependsOn: ['net'] } },
    });
    expect(renamed.layout?.tasks).toEqual({ top: [0, 0], 'library:report/net': [10, 20] });
    const added = done(addInto(sample, { type: 'script', into: { kind: 'graph', container: 'library:report' } }));
    const ends = { from: 'library:report/sum', to: added.taskPath };
    expect(locateTask(done(connectPaths(added.document, ends)), added.taskPath)?.task.dependsOn).toEqual(['sum']);
    const left = done(removeAtPaths(sample, { taskPaths: ['library:report/web'], join: false }));
    expect(body(left, 'report')).toEqual({ type: 'group', subtasks: { sum: step('{{web}}') } });
    expect(left.layout?.tasks).toEqual({ top: [0, 0] });
    const grouped = done(groupTasks(sample, { taskPaths: ['library:report/web', 'library:report/sum'] }));
    expect(grouped.taskPath).toBe('library:report/group_1');
    expect(nameProblems(grouped.document)).toEqual([]);
    expect(groupTasks(sample, { taskPaths: ['top', 'library:greet'] }).ok).toBe(false);
  });

  it('is copied between functions and the workflow', () => {
    const into = { kind: 'graph', container: undefined } as const;
    const copied = done(copyInto(sample, { source: sample, taskPaths: ['library:report/web', 'library:greet'], into }));
    expect([...copied.taskPaths]).toEqual([
      ['library:report/web', 'web'],
      ['library:greet', 'atomic_1'],
    ]);
    const taken = copyInto(sample, {
      source: sample,
      taskPaths: ['top'],
      into: findTaskPlace(sample, 'library:greet'),
    });
    expect(taken).toMatchObject({
      ok: false,
      error: { message: '“greet” has its task already. Move that out first.' },
    });
  });

  it('takes another beside it in a sequence, whose result is that of the last step', () => {
    const room = makeRoomInFunction(sample, findTaskPlace(sample, 'library:greet'));
    expect(room.into).toEqual({ kind: 'list', container: 'library:greet', index: 1 });
    expect(body(room.document, 'greet')).toEqual({ type: 'sequential', steps: [step('Greet {{who}}')] });
    expect(nameProblems(room.document)).toEqual([]);
    expect(makeRoomInFunction(sample, findTaskPlace(sample, 'library:report')).into).toEqual({
      kind: 'graph',
      container: 'library:report',
    });
    const empty = done(removeAtPaths(sample, { taskPaths: ['library:greet'], join: false }));
    expect(empty.library?.['greet']).toEqual({ parameters: [{ name: 'who' }] });
    const added = done(addInto(empty, { type: 'script', into: findTaskPlace(empty, 'library:greet') }));
    expect(added.taskPath).toBe('library:greet');
    expect(body(added.document, 'greet')?.type).toBe('script');
  });

  it('that leaves loses its parameters, which is told', () => {
    const moved = done(
      moveInto(sample, { taskPaths: ['library:report/web'], into: { kind: 'graph', container: undefined } }),
    );
    expect(moved.lost.map((lost) => describeLost(moved.document, lost)).toSorted()).toEqual([
      '“sum” no longer waits for “web”.',
      '“sum” reads “web”, which has no name here.',
      '“web” reads “about” of the function “report”, which is not around it any more.',
    ]);
    expect(body(moved.document, 'report')).toEqual({ type: 'group', subtasks: { sum: step('{{web}}') } });
  });

  it('keeps its parameter when it is wrapped or extracted from there', () => {
    const wrapped = done(wrapTasks(sample, { taskPaths: ['library:greet'], wrapping: 'map' }));
    expect(body(wrapped.document, 'greet')).toMatchObject({ type: 'map', innerTask: { description: 'Greet {{who}}' } });
    const extracted = done(extractFunction(sample, { taskPaths: ['library:report/web'], name: 'look' }));
    expect(extracted.document.library?.['look']).toEqual({
      parameters: [{ name: 'about' }],
      task: step('Look for {{about}}'),
    });
    expect(locateTask(extracted.document, 'library:report/web')?.task).toEqual({
      type: 'call',
      ref: 'look',
      args: { about: { from: 'about' } },
    });
  });

  it('keeps its position when the function is renamed', () => {
    const renamed = done(renameEntry(sample, { field: 'library', name: 'report', newName: 'essay' }));
    expect(renamed.layout?.tasks).toEqual({ top: [0, 0], 'library:essay/web': [10, 20] });
    expect(renamed.tasks).toMatchObject({ use: { ref: 'essay' } });
  });
});

const pick = <T>(all: readonly T[], which: number): T => all[which % all.length] as T;

describe('any edit of the structure of functions', () => {
  const numRuns = samples('FUNCTIONS', 15, 300);

  it('loses no task, is undone exactly, and lists every name that it breaks', () => {
    fc.assert(
      fc.property(nestedDocument, fc.boolean(), fc.nat(), fc.nat(), (drawn, whole, which, where) => {
        const first = withFunctions(drawn);
        const document = whole ? first : withoutProblems(first);
        const all = allTaskPaths(document);
        const result = moveInto(document, { taskPaths: [pick(all, which)], into: pick(allPlaces(document), where) });
        fc.pre(result.ok);
        const { document: next, lost } = result.value;
        expect(applyModelChange(next, invertModelChange(computeChange(document, next)))).toEqual(document);
        expect(allTaskPaths(next)).toHaveLength(all.length);
        if (lost.length === 0) expect(nameProblems(next).slice(nameProblems(document).length)).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('adds no error, and is undone exactly', () => {
    const errorsOf = (document: WorkflowDocument) =>
      validateDocument(document, []).filter(({ severity }) => severity === 'error');
    let made = 0;
    fc.assert(
      fc.property(nestedDocument, fc.nat(), fc.nat(), (drawn, which, kind) => {
        const document = withoutProblems(withFunctions(drawn));
        const taskPath = pick(
          allTaskPaths(document).filter((one) => one.startsWith('library:')),
          which,
        );
        const taskPaths = [taskPath];
        const result = pick(
          [
            () => groupTasks(document, { taskPaths }),
            () => ungroupTask(document, { taskPath, drop: true }),
            () => extractFunction(document, { taskPaths }),
            () => wrapTasks(document, { taskPaths, wrapping: 'map' }),
            () => wrapTasks(document, { taskPaths, wrapping: 'director_evaluator' }),
          ],
          kind,
        )();
        fc.pre(result.ok);
        made += 1;
        const next = result.value.document;
        expect(applyModelChange(next, invertModelChange(computeChange(document, next)))).toEqual(document);
        expect(errorsOf(next).slice(errorsOf(document).length)).toEqual([]);
      }),
      { numRuns },
    );
    expect(made).toBeGreaterThan(numRuns / 4);
  });
});

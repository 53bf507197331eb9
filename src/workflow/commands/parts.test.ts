import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Result } from '@/base/result';
import { samples } from '@/base/samples.testing';
import { applyModelChange, invertModelChange } from '../change';
import { findTopTask, listTaskIds, type WorkflowDocument } from '../document';
import { nestedDocument } from '../nested.testing';
import { documentOf } from '../sample.testing';
import { buildPartPath, listParts, locateTask, type TaskPath } from '../task-path';
import { taskTypes } from '../tasks';
import { getOwnSlots } from '../tasks/traits';
import { validateDocument } from '../validate/validate';
import { addPart } from './add-part';
import { computeChange } from './change-between';
import type { EditRefusal } from './edit-refusal';
import { movePart } from './move-part';
import { removeAtPaths } from './remove-at-paths';
import { removePart } from './remove-part';
import { renamePart } from './rename/rename-part';
import { typeReplaced } from './structure/replace-type.testing';

function done(document: WorkflowDocument, result: Result<WorkflowDocument, EditRefusal>): WorkflowDocument {
  if (!result.ok) throw new Error(result.error.message);
  const next = result.value;
  const back = applyModelChange(next, invertModelChange(computeChange(document, next)));
  expect(back).toEqual(document);
  return next;
}
const messageOf = (result: Result<WorkflowDocument, EditRefusal>) => (result.ok ? undefined : result.error.message);
/** The kinds of problems. A name that means nothing is told as a part of its own container or as no field, or both. */
const codes = (document: WorkflowDocument) =>
  [...new Set(validateDocument(document, []).map(({ code }) => (code === 'HED320' ? 'HED305' : code)))].sort();

/** Places of all tasks within others. */
function placesIn(document: WorkflowDocument): TaskPath[] {
  const within = (taskPath: TaskPath): TaskPath[] => {
    const task = locateTask(document, taskPath)?.task;
    const parts =
      task === undefined ? [] : listParts(task).map((part) => buildPartPath(taskPath, part.position.segment));
    return parts.flatMap((part) => [part, ...within(part)]);
  };
  return listTaskIds(document).flatMap(within);
}

const step = (description: string, id?: string) => ({
  type: 'atomic',
  description,
  ...(id === undefined ? {} : { id }),
});
const document = documentOf(
  {
    s: { type: 'sequential', steps: [step('One'), step('Two: {{step_1}}'), step('Three: {{step_2}}', 'last')] },
    c: { type: 'cond', cases: [{ test: 'a', task: step('A') }, { test: 'b' }, { test: 'c', task: step('C') }] },
    g: {
      type: 'group',
      subtasks: { web: step('Web'), code: { ...step('Code'), dependsOn: ['web'] } },
      inputs: { doc: { task: step('Doc') }, plain: 1 },
      bestOf: { n: 2, evaluator: step('Choose') },
    },
  },
  {
    layout: {
      tasks: { 's/step_2': [0, 0], 'c/case:1': [1, 1], 'c/case:3': [3, 3], 'g/web': [4, 4] } as Record<
        string,
        [number, number]
      >,
      collapsed: ['c/case:3/x'],
    },
  },
);

describe('adding a part', () => {
  it('puts a task that runs as it is into every place that a type has', () => {
    for (const type of taskTypes) {
      const holder = done(
        documentOf({ a: {} }, { defaultModel: 'sim:x' }),
        typeReplaced(documentOf({ a: {} }), 'a', type),
      );
      for (const slot of [...getOwnSlots(type), 'best_of', 'input:doc'] as const) {
        const added = done(holder, addPart(holder, { container: 'a', slot, type: 'map' }));
        const task = findTopTask(added, 'a');
        expect(task && listParts(task).filter((part) => part.task.type === 'map')).toHaveLength(1);
      }
    }
  });

  it('gives steps and subtasks an id that is not taken', () => {
    const twice = done(document, addPart(document, { container: 's', slot: 'step', type: 'script' }));
    const added = done(twice, addPart(twice, { container: 's', slot: 'step', type: 'script' }));
    expect(locateTask(added, 's/script_2')?.path).toEqual(['tasks', 's', 'steps', 4]);
    const grouped = done(document, addPart(document, { container: 'g', slot: 'subtask', type: 'atomic' }));
    expect(locateTask(grouped, 'g/atomic_1')?.task.type).toBe('atomic');
  });

  it('is refused where there is no such place', () => {
    expect(messageOf(addPart(document, { container: 's', slot: 'else', type: 'atomic' }))).toBe('“s” holds no else.');
    expect(addPart(document, { container: 's/nobody', slot: 'step', type: 'atomic' }).ok).toBe(false);
  });
});

describe('moving a part', () => {
  it('lets steps keep their names, so that who reads them reads the same', () => {
    const moved = done(document, movePart(document, { taskPath: 's/step_2', by: 1 }));
    expect(findTopTask(moved, 's')).toMatchObject({
      steps: [{ description: 'One' }, { id: 'last' }, { id: 'step_2', description: 'Two: {{step_1}}' }],
    });
    expect(findTopTask(moved, 's')).not.toHaveProperty('steps.0.id');
    expect(moved.layout).toEqual(document.layout);
  });

  it('takes a case along with its test and its place in the layout', () => {
    const moved = done(document, movePart(document, { taskPath: 'c/case:3', by: -1 }));
    expect(findTopTask(moved, 'c')).toMatchObject({ cases: [{ test: 'a' }, { test: 'c' }, { test: 'b' }] });
    expect(moved.layout).toMatchObject({
      tasks: { 'c/case:1': [1, 1], 'c/case:2': [3, 3] },
      collapsed: ['c/case:2/x'],
    });
  });

  it('is refused at the ends, and for what has no order', () => {
    expect(messageOf(movePart(document, { taskPath: 's/step_1', by: -1 }))).toBe('It is the first already.');
    expect(messageOf(movePart(document, { taskPath: 's/last', by: 1 }))).toBe('It is the last already.');
    expect(movePart(document, { taskPath: 'g/web', by: 1 }).ok).toBe(false);
  });
});

describe('removing a part', () => {
  it('takes a step out and lets the others keep their names', () => {
    const removed = done(document, removePart(document, { taskPath: 's/step_1' }));
    expect(findTopTask(removed, 's')).toMatchObject({ steps: [{ id: 'step_2' }, { id: 'last' }] });
  });

  it('takes out the wires to a subtask, an input with its task, the evaluator of the tries, a case without a task', () => {
    expect(findTopTask(done(document, removePart(document, { taskPath: 'g/web' })), 'g')).toMatchObject({
      subtasks: { code: step('Code') },
    });
    expect(findTopTask(done(document, removePart(document, { taskPath: 'g/input:doc' })), 'g')).toHaveProperty(
      'inputs',
      {
        plain: 1,
      },
    );
    expect(findTopTask(done(document, removePart(document, { taskPath: 'g/best_of' })), 'g')).toHaveProperty('bestOf', {
      n: 2,
    });
    const removed = done(document, removePart(document, { taskPath: 'c/case:2' }));
    expect(findTopTask(removed, 'c')).toHaveProperty('cases.length', 2);
    expect(removed.layout?.tasks).toHaveProperty('c/case:2', [3, 3]);
  });

  it('gives each place for one part free again, and is refused where nothing stands', () => {
    for (const taskPath of placesIn(document))
      expect(placesIn(done(document, removePart(document, { taskPath })))).not.toEqual(placesIn(document));
    expect(removePart(document, { taskPath: 's' }).ok).toBe(false);
    expect(removePart(document, { taskPath: 'g/input:plain' }).ok).toBe(false);
  });
});

describe('removing tasks at any depth', () => {
  it('takes all of them out at once, whatever moves meanwhile', () => {
    const taskPaths = ['c/case:1', 'c/case:3', 's', 's/step_1', 'g/web', 's/nobody'];
    const removed = done(document, removeAtPaths(document, { taskPaths }));
    expect(listTaskIds(removed)).toEqual(['c', 'g']);
    expect(findTopTask(removed, 'c')).toHaveProperty('cases', [{ test: 'b' }]);
    expect(findTopTask(removed, 'g')).not.toHaveProperty('subtasks.web');
  });
});

describe('renaming a part', () => {
  it('is followed by its siblings, by what is in them, and by the layout', () => {
    const renamed = done(document, renamePart(document, { taskPath: 's/step_2', newId: 'second' }));
    expect(findTopTask(renamed, 's')).toMatchObject({
      steps: [{ description: 'One' }, { id: 'second' }, { id: 'last', description: 'Three: {{second}}' }],
    });
    expect(renamed.layout?.tasks).toHaveProperty('s/second', [0, 0]);
    expect(findTopTask(done(document, renamePart(document, { taskPath: 'g/web', newId: 'net' })), 'g')).toMatchObject({
      subtasks: { net: step('Web'), code: { dependsOn: ['net'] } },
    });
  });

  it('can be taken back by renaming again, and leaves the problems as they are', () => {
    fc.assert(
      fc.property(nestedDocument, fc.nat(), (nested, which) => {
        const named = placesIn(nested).filter((taskPath) => renamePart(nested, { taskPath, newId: 'fresh' }).ok);
        const taskPath = named[which % named.length];
        fc.pre(taskPath !== undefined);
        const container = taskPath.slice(0, taskPath.lastIndexOf('/'));
        const next = done(nested, renamePart(nested, { taskPath, newId: 'fresh' }));
        expect(codes(next)).toEqual(codes(nested));
        const back = done(
          next,
          renamePart(next, {
            taskPath: buildPartPath(container, 'fresh'),
            newId: taskPath.slice(container.length + 1),
          }),
        );
        expect(codes(back)).toEqual(codes(nested));
      }),
      { numRuns: samples('RENAMES', 20, 300) },
    );
  });

  it('is refused where a name is taken, is none, or would hide what is read', () => {
    const nested = documentOf({
      style: {},
      g: { type: 'group', dependsOn: ['style'], subtasks: { web: step('Web {{style}}'), code: step('Code') } },
    });
    expect(messageOf(renamePart(nested, { taskPath: 'g/code', newId: 'web' }))).toMatch(/“web” beside it already/);
    expect(renamePart(nested, { taskPath: 'g/code', newId: 'two words' }).ok).toBe(false);
    expect(messageOf(renamePart(nested, { taskPath: 'g/code', newId: 'style' }))).toMatch(/“style” is read within “g”/);
    expect(renamePart(nested, { taskPath: 'g', newId: 'x' }).ok).toBe(false);
  });
});

describe('any sequence of edits of parts', () => {
  it('taken back gives the document it began with', () => {
    fc.assert(
      fc.property(nestedDocument, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 8 }), (start, edits) => {
        let current = start;
        for (const [which, how] of edits) {
          const taskPaths = placesIn(current);
          const taskPath = taskPaths[which % taskPaths.length];
          if (taskPath === undefined) return;
          const type = taskTypes[which % taskTypes.length] ?? 'atomic';
          const slot = getOwnSlots(locateTask(current, taskPath)?.task.type ?? 'atomic')[0] ?? 'best_of';
          const edit = [
            () => addPart(current, { container: taskPath, slot, type }),
            () => removePart(current, { taskPath }),
            () => movePart(current, { taskPath, by: 1 }),
            () => typeReplaced(current, taskPath, type),
          ][how % 4];
          const result = edit?.();
          if (result?.ok) current = done(current, result);
        }
      }),
    );
  });
});

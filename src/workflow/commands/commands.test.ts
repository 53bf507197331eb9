import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ok, type Result } from '@/base/result';
import { applyModelChange, invertModelChange, type ModelChange } from '../change';
import { findTopTask, listTaskIds, type Point, type WorkflowDocument } from '../document';
import { documentSchema } from '../document-schema';
import { buildGraph } from '../graph/graph';
import { anyDocument, id } from '../sample.testing';
import { taskTypes } from '../tasks';
import { addTask } from './add-task';
import { computeChange } from './change-between';
import { connectTasks } from './edges/connect-tasks';
import { disconnectTasks } from './edges/disconnect-tasks';
import { insertOnEdge } from './edges/insert-on-edge';
import { reconnectTasks } from './edges/reconnect-tasks';
import type { EditRefusal } from './edit-refusal';
import { moveTasks } from './move-tasks';
import { copyInto } from './places/copy-into';
import { removeTasks } from './remove-tasks';
import { renameTask } from './rename/rename-task';
import { typeReplaced } from './structure/replace-type.testing';
import { updateSettings } from './update-settings';
import { updateTask } from './update-task';

type Command = (document: WorkflowDocument) => Result<WorkflowDocument, EditRefusal>;

const anyId = fc.integer({ min: 1, max: 9 }).map((number) => id(`t${number}`));
const anyType = fc.constantFrom(...taskTypes);
const anyPoint: fc.Arbitrary<Point> = fc.tuple(fc.integer(), fc.integer());
const optional = <T>(key: string, value: T | null) => (value === null ? {} : { [key]: value });

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.tuple(anyType, anyPoint, fc.option(anyId), fc.option(anyId)).map(
    ([type, at, after, before]): Command =>
      (document) =>
        addTask(document, { type, at, ...optional('after', after), ...optional('before', before) }),
  ),
  fc.tuple(fc.uniqueArray(anyId, { maxLength: 3 }), fc.boolean()).map(
    ([ids, join]): Command =>
      (document) =>
        removeTasks(document, { ids, join }),
  ),
  fc.tuple(anyId, anyId).map(
    ([from, to]): Command =>
      (document) =>
        connectTasks(document, { from, to }),
  ),
  fc.tuple(anyId, anyId).map(
    ([from, to]): Command =>
      (document) =>
        disconnectTasks(document, { from, to }),
  ),
  fc.tuple(anyId, anyId, anyId, anyId).map(
    ([from, to, newFrom, newTo]): Command =>
      (document) =>
        reconnectTasks(document, { from, to, newFrom, newTo }),
  ),
  fc.array(fc.tuple(anyId, anyPoint), { maxLength: 3 }).map(
    (moves): Command =>
      (document) =>
        moveTasks(document, { positions: new Map(moves) }),
  ),
  fc.tuple(anyId, anyId).map(
    ([task, newId]): Command =>
      (document) =>
        renameTask(document, { id: task, newId }),
  ),
  fc.tuple(anyId, fc.option(fc.string(), { nil: undefined }), fc.option(fc.string(), { nil: undefined })).map(
    ([task, name, condition]): Command =>
      (document) =>
        updateTask(document, { id: task, patch: { name, condition } }),
  ),
  fc.tuple(anyId, anyType).map(
    ([task, type]): Command =>
      (document) =>
        typeReplaced(document, task, type),
  ),
  fc
    .tuple(fc.option(fc.string(), { nil: undefined }), fc.option(fc.integer({ min: 0, max: 70 }), { nil: undefined }))
    .map(
      ([name, maxConcurrency]): Command =>
        (document) =>
          updateSettings(document, { patch: { name, maxConcurrency } }),
    ),
  fc.tuple(anyId, anyId, anyPoint).map(
    ([a, b, offset]): Command =>
      (document) => {
        const taskPaths = [a, b].filter((one) => findTopTask(document, one) !== undefined);
        const made = copyInto(document, {
          source: document,
          taskPaths,
          into: { kind: 'graph', container: undefined },
          positions: new Map([[a, offset]]),
        });
        return made.ok ? ok(made.value.document) : made;
      },
  ),
  fc.tuple(anyId, anyId, anyId).map(
    ([task, from, to]): Command =>
      (document) =>
        insertOnEdge(document, { task, from, to }),
  ),
);

describe('any sequence of commands', () => {
  it('taken back step by step gives the document it began with, order of tasks included', () => {
    fc.assert(
      fc.property(anyDocument, fc.array(anyCommand, { maxLength: 12 }), (start, commands) => {
        const states = [start];
        const changes: ModelChange[] = [];
        for (const command of commands) {
          const before = states.at(-1) ?? start;
          const result = command(before);
          if (!result.ok) {
            expect(result.error.message).not.toBe('');
            continue;
          }
          changes.push(computeChange(before, result.value));
          states.push(result.value);
        }
        for (const change of changes.reverse()) {
          const after = states.pop() ?? start;
          const expected = states.at(-1) ?? start;
          const back = applyModelChange(after, invertModelChange(change));
          expect(back).toEqual(expected);
          expect(listTaskIds(back)).toEqual(listTaskIds(expected));
          expect(applyModelChange(back, change)).toEqual(after);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('leaves a valid document, and closes no circle', () => {
    fc.assert(
      fc.property(anyDocument, fc.array(anyCommand, { maxLength: 8 }), (start, commands) => {
        const circles = (document: WorkflowDocument) => new Set(buildGraph(document).cycles.flat());
        let document = start;
        for (const command of commands) {
          const result = command(document);
          if (!result.ok) continue;
          const next = result.value;
          expect(documentSchema.safeParse(next).success).toBe(true);
          if (circles(document).size === 0) expect(circles(next).size).toBe(0);
          document = next;
        }
      }),
      { numRuns: 300 },
    );
  });
});

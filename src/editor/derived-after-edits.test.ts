import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addTask } from '@/workflow/commands/add-task';
import { foldTask } from '@/workflow/commands/fold-task';
import { mapTaskAt } from '@/workflow/commands/map-task-at';
import { moveTasks } from '@/workflow/commands/move-tasks';
import { removeTasks } from '@/workflow/commands/remove-tasks';
import { emptyDocument, findTopTask, listTaskIds, type WorkflowDocument } from '@/workflow/document';
import { nestedDocument } from '@/workflow/nested.testing';
import { documentOf, id } from '@/workflow/sample.testing';
import { getRootPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import { createFlowProjection } from './canvas/project-flow';
import { computeBoxes } from './geometry/boxes';
import { listEdges } from './geometry/edges';
import { listNamesInScope } from './inspectors/references/names-in-scope';
import { listTreeRows } from './tree/tree-rows';

type Edit = (document: WorkflowDocument, taskPath: string) => WorkflowDocument | undefined;

const everywhere = { region: { x: -1e6, y: -1e6, width: 2e6, height: 2e6 }, also: undefined };
const patch =
  (fields: Partial<Task>): Edit =>
  (document, taskPath) =>
    mapTaskAt(document, taskPath, (task) => ({ ...task, ...fields }) as Task);
const made = (result: { readonly ok: boolean; readonly value?: WorkflowDocument }) => result.value;

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.constantFrom('Say it', 'See {{a.output}}').map((description) => patch({ description })),
  fc.constantFrom('A name', 'Another').map((name) => patch({ name })),
  fc.boolean().map((disabled) => patch({ disabled })),
  fc.subarray([id('a'), id('b'), id('c')]).map((dependsOn) => patch({ dependsOn })),
  fc.constantFrom({}, { title: 'output' }, { other: 'output' }).map((returns) => patch({ returns })),
  fc.constantFrom({}, { tone: 'calm' }).map((inputs) => patch({ inputs })),
  nestedDocument.map(({ tasks }): Edit => {
    const [other] = Object.values(tasks);
    return (document, taskPath) => other && mapTaskAt(document, taskPath, () => other);
  }),
  fc.boolean().map(
    (collapsed): Edit =>
      (document, taskPath) =>
        made(foldTask(document, { taskPath, collapsed })),
  ),
  fc.tuple(fc.nat(900), fc.nat(900)).map(
    (at): Edit =>
      (document, taskPath) =>
        made(moveTasks(document, { positions: new Map([[taskPath, at]]) })),
  ),
  fc.constant<Edit>((document) => made(addTask(document, { type: 'atomic', at: [0, 0] }))),
  fc.constant<Edit>((document, taskPath) => made(removeTasks(document, { ids: [id(getRootPath(taskPath))] }))),
);

/** All that the editor derives of a document. */
function derived(document: WorkflowDocument, taskPath: string, project = createFlowProjection()) {
  const boxes = computeBoxes(document);
  const { nodes, edges } = project(document, boxes, everywhere);
  const names = listNamesInScope(document, taskPath);
  return { boxes, edges: listEdges(document, boxes), rows: listTreeRows(document), flow: { nodes, edges }, names };
}

/** The same, of a document of which nothing is known from before. */
function derivedAnew(document: WorkflowDocument, taskPath: string) {
  derived(emptyDocument, taskPath);
  return derived(structuredClone(document), taskPath);
}

describe('what is derived of a document after edits', () => {
  it('is what would be derived of it anew', () => {
    const edits = fc.array(fc.tuple(edit, fc.nat(20)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(nestedDocument, edits, fc.nat(20), (first, steps, looked) => {
        const project = createFlowProjection();
        const documents = [first];
        for (const [make, at] of steps) {
          const document = documents.at(-1) ?? first;
          const taskPaths = [...computeBoxes(document).keys()];
          const next = taskPaths.length === 0 ? undefined : make(document, taskPaths[at % taskPaths.length] ?? '');
          if (next) documents.push(next);
        }
        const taskPaths = [...computeBoxes(first).keys()];
        const taskPath = taskPaths[looked % taskPaths.length] ?? '';
        const found = documents.map((document) => derived(document, taskPath, project));
        for (const [index, document] of documents.entries())
          expect(found[index]).toEqual(derivedAnew(document, taskPath));
      }),
    );
  });

  it('tells of a new edge, and of a name that only others see', () => {
    const atomic = (...dependsOn: string[]) => ({ type: 'atomic', dependsOn });
    const before = documentOf({ g: { type: 'group', subtasks: { a: atomic(), b: atomic('a'), c: atomic('b') } } });
    const boxes = computeBoxes(before);
    expect(listEdges(before, boxes)).toHaveLength(2);
    const wired = patch({ dependsOn: [id('b'), id('a')] })(before, 'g/c') ?? expect.unreachable();
    expect([...computeBoxes(wired).keys()]).toEqual([...boxes.keys()]);
    expect(listEdges(wired, computeBoxes(wired))).toHaveLength(3);
    listNamesInScope(wired, 'g/c');
    const returning = patch({ returns: { title: 'output' } })(wired, 'g/b') ?? expect.unreachable();
    expect(listNamesInScope(returning, 'g/c').map(({ name }) => name)).toContain('title');
  });

  it('stays the same objects while a person types into a field', () => {
    fc.assert(
      fc.property(nestedDocument, fc.nat(20), (before, at) => {
        const taskPaths = [...computeBoxes(before).keys()];
        const taskPath = taskPaths[at % taskPaths.length] ?? '';
        const project = createFlowProjection();
        const known = derived(before, taskPath, project);
        const after = patch({ expectedOutput: 'One line' })(before, taskPath);
        // Steps of the same id have one place, at which only the first is found.
        fc.pre(after !== undefined);
        const now = derived(after, taskPath, project);
        expect(findTopTask(after, getRootPath(taskPath))).not.toBe(findTopTask(before, getRootPath(taskPath)));
        expect(listTaskIds(after)).toBe(listTaskIds(before));
        expect(now.boxes).toBe(known.boxes);
        expect(now.edges).toBe(known.edges);
        expect(now.rows).toBe(known.rows);
        expect(now.flow.nodes).toBe(known.flow.nodes);
        expect(now.flow.edges).toBe(known.flow.edges);
      }),
    );
  });
});

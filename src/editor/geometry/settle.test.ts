import { describe, expect, it } from 'vitest';
import { addInto } from '@/workflow/commands/places/add-into';
import { moveInto } from '@/workflow/commands/places/move-into';
import type { WorkflowDocument } from '@/workflow/document';
import { documentOf } from '@/workflow/sample.testing';
import { computeBoxes } from './boxes';
import { isTouching } from './node-geometry';
import { placeAt } from './place-at';
import { computeBoxesUnder } from './root-boxes';
import { settleTasks } from './settle';

const leaf = { type: 'atomic' };
const document = documentOf(
  {
    a: leaf,
    b: { ...leaf, dependsOn: ['a'] },
    c: { ...leaf, dependsOn: ['b'] },
    g: { type: 'group', subtasks: { web: leaf, use: { ...leaf, dependsOn: ['web'] } } },
    s: { type: 'sequential', steps: [leaf, leaf] },
    m: { type: 'map', innerTask: leaf },
  },
  { layout: { tasks: { a: [0, 0], b: [240, 0], c: [480, 0], g: [0, 200], s: [560, 200], m: [0, 420] } } },
);

/** The tasks of one container that cover each other. */
function covered(next: WorkflowDocument): string[] {
  const boxes = [...computeBoxes(next).values()];
  const containerOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf('/'), 0));
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => containerOf(one.taskPath) === containerOf(other.taskPath) && isTouching(one, other))
      .map((other) => `${one.taskPath} ${other.taskPath}`),
  );
}

describe('what is put on the canvas', () => {
  it('covers nothing: what follows an edge moves on, at the top and in a group, which pushes its neighbours', () => {
    expect(covered(document)).toEqual([]);
    const top = addInto(document, { type: 'sequential', after: 'a', before: 'b', at: [120, 0] });
    if (!top.ok) throw new Error(top.error.message);
    const settled = settleTasks(document, top.value.document, [top.value.taskPath], { from: 'a', to: 'b' });
    expect(covered(settled)).toEqual([]);
    expect(settled.layout?.tasks?.['c']?.[0]).toBeGreaterThan(settled.layout?.tasks?.['b']?.[0] ?? 0);
    // It lies where it was put: what is before it goes to the left.
    expect(settled.layout?.tasks?.[top.value.taskPath]).toEqual([120, 0]);
    expect(settled.layout?.tasks?.['a']).toEqual([120 - 60 - 200, 0]);

    const inner = addInto(document, { type: 'group', after: 'g/web', before: 'g/use', at: [100, 0] });
    if (!inner.ok) throw new Error(inner.error.message);
    const grown = settleTasks(document, inner.value.document, [inner.value.taskPath], { from: 'g/web', to: 'g/use' });
    expect(covered(grown)).toEqual([]);
    expect(grown.layout?.tasks?.['s']?.[0]).toBeGreaterThan(560);
  });

  it('moves down where a task is already, and stays where there is room', () => {
    const added = addInto(document, { type: 'atomic', at: [10, 10] });
    if (!added.ok) throw new Error(added.error.message);
    expect(covered(settleTasks(document, added.value.document, [added.value.taskPath]))).toEqual([]);
    const free = addInto(document, { type: 'atomic', at: [3000, 10] });
    expect(free.ok && settleTasks(document, free.value.document, [free.value.taskPath])).toEqual(
      free.ok && free.value.document,
    );
  });

  it('goes to the innermost container under the pointer: before the step to the right, past what is dragged', () => {
    const boxes = computeBoxes(document);
    const middleOf = (path: string) => {
      const box = boxes.get(path) ?? expect.unreachable();
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    expect(placeAt(document, boxes, [-500, -500])).toEqual({ kind: 'graph', container: undefined });
    expect(placeAt(document, boxes, middleOf('g/web'))).toEqual({ kind: 'graph', container: 'g' });
    expect(placeAt(document, boxes, middleOf('g/web'), ['g'])).toEqual({ kind: 'graph', container: undefined });
    const [x, y] = middleOf('s/step_2');
    expect(placeAt(document, boxes, [x - 20, y])).toEqual({ kind: 'list', container: 's', index: 1 });
    expect(placeAt(document, boxes, [x + 20, y])).toEqual({ kind: 'list', container: 's', index: 2 });
    expect(placeAt(document, boxes, middleOf('m'))).toEqual({ kind: 'slot', container: 'm', segment: 'inner_task' });
    const only = computeBoxesUnder(document, 'g');
    expect([...only.keys()]).toEqual(['g', 'g/web', 'g/use']);
    expect(placeAt(document, only, [-500, -500], [], 'g')).toEqual({ kind: 'graph', container: 'g' });
  });

  it('keeps the size of a container while a task is dragged out of it, and shrinks it when it has left', () => {
    const before = computeBoxes(document).get('g') ?? expect.unreachable();
    const dragged = computeBoxes(document, new Map([['g/use', [2000, 900]]]));
    expect(dragged.get('g')).toMatchObject({ width: before.width, height: before.height });
    expect(dragged.get('g/use')?.isLifted).toBe(true);
    const moved = moveInto(document, { taskPaths: ['g/use'], into: { kind: 'graph', container: undefined } });
    expect(moved.ok && (computeBoxes(moved.value.document).get('g')?.width ?? 0)).toBeLessThan(before.width);
  });
});

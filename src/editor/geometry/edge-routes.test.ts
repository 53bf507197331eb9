import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setPositions } from '@/workflow/commands/edits';
import type { WorkflowDocument } from '@/workflow/document';
import { documentOf } from '@/workflow/sample.testing';
import { findContainerPath } from '@/workflow/task-path';
import { type Boxes, computeBoxes } from './boxes';
import { collectCycles, formatCycle } from './edge-cycles';
import { findRoute, Obstacles } from './edge-routes';
import { listEdges } from './edges';
import { computeEdgeControls, computeEdgeEnds, listBends, nodeWidth, portY } from './node-geometry';

function follow(boxes: Boxes, obstacles = new Obstacles()): Obstacles {
  obstacles.follow(boxes);
  return obstacles;
}

/** How the edges of a document run, by their ends. */
function routesOf(document: WorkflowDocument, obstacles?: Obstacles) {
  const boxes = computeBoxes(document);
  const around = follow(boxes, obstacles);
  return new Map(
    listEdges(document, boxes).map((edge) => {
      const [from, to] = [boxes.get(edge.source), boxes.get(edge.target)];
      if (!from || !to) return expect.unreachable();
      return [`${edge.source} ${edge.target}`, { ...findRoute(edge, from, to, around), edge, from, to }];
    }),
  );
}

/** The tasks behind which edges run: beside their ends, and not joined by them. */
function listBehind(document: WorkflowDocument): string[] {
  const boxes = [...computeBoxes(document).values()];
  return [...routesOf(document).values()].flatMap(({ corners, edge, from, to }) => {
    const { start, end } = computeEdgeEnds(from, to, edge.endY);
    const points = corners ?? [start, ...sampleCurve(start, end), end];
    const beside = boxes.filter(
      ({ taskPath }) =>
        findContainerPath(taskPath) === findContainerPath(edge.source) &&
        taskPath !== edge.source &&
        taskPath !== edge.target,
    );
    return beside
      .filter((box) =>
        points.some((point, index) => {
          const before = points[index - 1] ?? point;
          return Array.from({ length: 21 }, (_, step) => step / 20).some((part) => {
            const x = before[0] + (point[0] - before[0]) * part;
            const y = before[1] + (point[1] - before[1]) * part;
            return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
          });
        }),
      )
      .map(({ taskPath }) => `${edge.source} ${edge.target}: ${taskPath}`);
  });
}

function sampleCurve(start: readonly [number, number], end: readonly [number, number]) {
  const [first, second] = computeEdgeControls([...start], [...end]);
  return Array.from({ length: 40 }, (_, step) => {
    const t = step / 40;
    const u = 1 - t;
    const mix = (a: number, b: number, c: number, d: number) =>
      u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
    return [mix(start[0], first[0], second[0], end[0]), mix(start[1], first[1], second[1], end[1])] as const;
  });
}

const row = (...ids: string[]) =>
  setPositions(
    across,
    ids.map((id, index) => [id, [index * 260, 0]] as const),
  );
const across = documentOf({
  a: {},
  b: { dependsOn: ['a'] },
  c: { dependsOn: ['a', 'b'] },
});

describe('how edges run', () => {
  it('is a curve where nothing lies between, else a line around it, 16 away, with corners of 12', () => {
    const routes = routesOf(row('a', 'b', 'c'));
    expect(routes.get('a b')?.corners).toBeUndefined();
    const corners = routes.get('a c')?.corners ?? expect.unreachable();
    expect(corners).toHaveLength(6);
    // Over b, as the ports are near the upper edge.
    expect(corners[2]?.[1]).toBe(-16);
    expect(corners.at(-1)).toEqual([2 * 260 - 4.5, portY]);
    for (const { from, at, to } of listBends(corners).slice(1, -1))
      for (const end of [from, to]) expect(Math.hypot(end[0] - at[0], end[1] - at[1])).toBeCloseTo(12);
  });

  it('goes around containers too, not what is in them', () => {
    const document = documentOf({
      a: {},
      g: { type: 'group', dependsOn: ['a'], subtasks: { x: { type: 'atomic' }, y: { type: 'atomic' } } },
      c: { dependsOn: ['a', 'g'] },
    });
    expect(listBehind(document)).toEqual([]);
    expect(routesOf(document).get('a g')?.corners).toBeUndefined();
  });

  it('keeps routes of which nothing near has changed, and finds the others again', () => {
    const obstacles = new Obstacles();
    const far = setPositions(row('a', 'b', 'c'), [['d', [5000, 5000]]]);
    const tasks = { ...far.tasks, ...documentOf({ d: {} }).tasks };
    const document = { ...far, tasks };
    const before = routesOf(document, obstacles);
    const away = routesOf(setPositions(document, [['d', [6000, 5000]]]), obstacles);
    expect(away.get('a c')?.corners).toBe(before.get('a c')?.corners);
    const below = routesOf(setPositions(document, [['b', [260, 500]]]), obstacles);
    expect(below.get('a c')?.corners).toBeUndefined();
    const near = routesOf(setPositions(document, [['d', [260, -60]]]), obstacles);
    expect(near.get('a c')?.corners).not.toEqual(before.get('a c')?.corners);
  });

  it('is the plain curve while a task is dragged', () => {
    const document = row('a', 'b', 'c');
    const boxes = computeBoxes(document, new Map([['c', [520, 10]]]));
    const obstacles = follow(computeBoxes(document));
    for (const edge of listEdges(document, boxes)) {
      const [from, to] = [boxes.get(edge.source), boxes.get(edge.target)];
      if (from && to && edge.target === 'c') expect(findRoute(edge, from, to, obstacles).corners).toBeUndefined();
    }
  });

  const graph = fc.array(fc.tuple(fc.nat(14), fc.nat(14)), { minLength: 1, maxLength: 24 });
  /** A document in which later tasks wait for earlier ones. */
  const documentWith = (pairs: readonly (readonly [number, number])[]) => {
    const tasks: Record<string, { dependsOn: string[] }> = {};
    for (let n = 0; n < 16; n += 1) tasks[`t${n}`] = { dependsOn: [] };
    for (const [a, b] of pairs) {
      const waits = tasks[`t${Math.max(a, b) + 1}`]?.dependsOn;
      if (waits?.includes(`t${Math.min(a, b)}`) === false) waits.push(`t${Math.min(a, b)}`);
    }
    return documentOf(tasks);
  };

  it('has no edge behind a task that it does not join, where tasks lie as they are laid out', () => {
    fc.assert(
      fc.property(graph, (pairs) => {
        expect(listBehind(documentWith(pairs))).toEqual([]);
      }),
    );
  });

  it('has none where a person has put them on a grid', () => {
    const places = fc.shuffledSubarray(
      Array.from({ length: 36 }, (_, n) => n),
      { minLength: 16, maxLength: 16 },
    );
    fc.assert(
      fc.property(graph, places, (pairs, cells) => {
        const placed = cells.map(
          (cell, n) => [`t${n}`, [(cell % 6) * (nodeWidth + 60), Math.floor(cell / 6) * 110]] as const,
        );
        expect(listBehind(setPositions(documentWith(pairs), placed))).toEqual([]);
      }),
    );
  });
});

describe('cycles', () => {
  it('are known at each of their edges, and named at one', () => {
    const document = documentOf({
      a: { dependsOn: ['b'] },
      b: { dependsOn: ['a', 'other'] },
      other: {},
    });
    const edges = listEdges(document, computeBoxes(document));
    const cycles = collectCycles(document, edges);
    expect([...cycles.keys()].map(({ source, target }) => [source, target])).toEqual([
      ['b', 'a'],
      ['a', 'b'],
    ]);
    const all = [...cycles.values()];
    expect(all.map(({ isNamed }) => isNamed)).toEqual([true, false]);
    expect(all.map((cycle) => formatCycle(cycle, (taskPath) => taskPath))).toEqual([
      'a and b wait for each other',
      'a and b wait for each other',
    ]);
    expect(listBehind(document)).toEqual([]);
  });

  it('are found in a group', () => {
    const document = documentOf({
      g: {
        type: 'group',
        subtasks: { a: { type: 'atomic', dependsOn: ['b'] }, b: { type: 'atomic', dependsOn: ['a'] } },
      },
    });
    expect(collectCycles(document, listEdges(document, computeBoxes(document))).size).toBe(2);
  });
});

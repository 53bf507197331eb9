import { expect, it } from 'vitest';
import type { WorkflowDocument } from '@/workflow/document';
import { computeBoxes } from '../geometry/boxes';
import { createFlowProjection, type Flow } from './project-flow';
import { stepTowards } from './use-few-at-once';

const none: Flow = { nodes: [], edges: [] };
const ids = (flow: Flow) => flow.nodes.map(({ id }) => id);
const ends = (flow: Flow) => flow.edges.map(({ source, target }) => `${source} ${target}`);

/** A chain of tasks `t1` to `t30`. */
const chain = flowOf(Array.from({ length: 30 }, (_, index) => index + 1));

function flowOf(numbers: readonly number[]): Flow {
  const tasks = Object.fromEntries(
    numbers.map((n) => [`t${n}`, { type: 'script', dependsOn: n === numbers[0] ? [] : [`t${n - 1}`] }]),
  );
  const document = { tasks } as unknown as WorkflowDocument;
  const region = { x: -99_999, y: -99_999, width: 999_999, height: 999_999 };
  return createFlowProjection()(document, computeBoxes(document), { region, also: undefined });
}

it('brings twelve tasks at a time, with the edges between those that are there', () => {
  const first = stepTowards(none, chain);
  expect(ids(first)).toEqual(ids(chain).slice(0, 12));
  expect(ends(first)).toEqual(ends(chain).slice(0, 11));
  const second = stepTowards(first, chain);
  expect(ids(second)).toEqual(ids(chain).slice(0, 24));
  expect(stepTowards(second, chain)).toBe(chain);
});

it('takes away all that is gone, and what few tasks change, at once', () => {
  const few = flowOf([1, 2, 3]);
  expect(stepTowards(chain, few)).toBe(few);
  expect(stepTowards(chain, none)).toBe(none);
  expect(stepTowards(none, few)).toBe(few);
});

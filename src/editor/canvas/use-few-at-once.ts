import { useEffect, useMemo, useReducer, useRef } from 'react';
import type { Flow } from './project-flow';

/** How many tasks may appear on the canvas at a time. Each costs about a millisecond of the page's thread. */
const mostAtOnce = 12;

/** What is drawn of a part of the canvas. */
interface Drawn {
  readonly flow: Flow;
  /** Whether all tasks are drawn as blocks, below those of the flow. */
  readonly hasBlocks: boolean;
}

/**
 * Brings the tasks of a part of the canvas in a few at a time, as when a view of many comes near, and the page answers
 * in between. `overview`: the canvas is far away and draws blocks. They stay until all tasks are there.
 */
export function useFewAtOnce(whole: Flow, overview: boolean): Drawn {
  const before = useRef<Drawn>({ flow: whole, hasBlocks: overview });
  const [step, nextStep] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step goes on from what the one before it has drawn.
  const drawn = useMemo((): Drawn => {
    const { flow: shown, hasBlocks: hadBlocks } = before.current;
    const flow = stepTowards(shown, whole);
    return { flow, hasBlocks: overview || (hadBlocks && flow !== whole) };
  }, [whole, overview, step]);
  useEffect(() => {
    before.current = drawn;
    if (drawn.flow === whole) return undefined;
    // A frame that is requested now may be the present one.
    const timer = setTimeout(nextStep);
    return () => clearTimeout(timer);
  }, [drawn, whole]);
  return drawn;
}

/**
 * A flow on the way to another: with few tasks that were not there before, and the edges between those that are there.
 * The other flow itself once it is reached.
 */
export function stepTowards(before: Flow, flow: Flow): Flow {
  const known = new Set(before.nodes.map(({ id }) => id));
  let added = 0;
  const nodes = flow.nodes.filter(({ id }) => known.has(id) || ++added <= mostAtOnce);
  if (nodes.length === flow.nodes.length) return flow;
  const given = new Set(nodes.map(({ id }) => id));
  return { nodes, edges: flow.edges.filter(({ source, target }) => given.has(source) && given.has(target)) };
}

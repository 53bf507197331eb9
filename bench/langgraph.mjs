// The same work in LangGraph.js, which keeps a checkpoint after every step, as a journal does.

import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { spent } from './spent.mjs';

const count = Annotation({
  reducer: (/** @type {number} */ sum, /** @type {number} */ more) => sum + more,
  default: () => 0,
});
const State = Annotation.Root({ count });

/**
 * A graph of no-op nodes in waves of ten, each hanging on two of the wave before.
 * @param {number} n
 * @param {readonly (readonly number[])[]} needs for each node, those it hangs on
 */
export async function measureLangGraphDag(n, needs) {
  /** @type {any} */
  const graph = new StateGraph(State);
  for (let index = 0; index < n; index++) graph.addNode(`t${index}`, () => ({ count: 1 }));
  const needed = new Set(needs.flat());
  for (let index = 0; index < n; index++) {
    const own = needs[index] ?? [];
    if (own.length === 0) graph.addEdge(START, `t${index}`);
    else
      graph.addEdge(
        own.map((need) => `t${need}`),
        `t${index}`,
      );
    if (!needed.has(index)) graph.addEdge(`t${index}`, END);
  }
  return invoke(graph, n);
}

/**
 * One no-op node that follows itself.
 * @param {number} n
 * @param {() => number} [heapUsed] tells bytes in use
 */
export async function measureLangGraphSteps(n, heapUsed) {
  /** @type {any} */
  const graph = new StateGraph(State);
  graph.addNode('step', () => ({ count: 1 }));
  graph.addEdge(START, 'step');
  graph.addConditionalEdges('step', (/** @type {{ count: number }} */ { count }) => (count < n ? 'step' : END));
  return invoke(graph, n, heapUsed);
}

/**
 * @param {any} graph
 * @param {number} n
 * @param {() => number} [heapUsed]
 */
async function invoke(graph, n, heapUsed = () => 0) {
  const saver = new MemorySaver();
  const app = graph.compile({ checkpointer: saver });
  const before = heapUsed();
  const clock = spent();
  const { count } = await app.invoke({}, { recursionLimit: n + 10, configurable: { thread_id: 'bench' } });
  const figures = clock(n);
  if (count !== n) throw new Error(`LangGraph counted ${count} of ${n}.`);
  return { ...figures, bytes: (heapUsed() - before) / n };
}

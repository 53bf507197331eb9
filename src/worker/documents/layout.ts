import ELK, { type ELK as Elk } from 'elkjs/lib/elk-api';
import ElkWorker from 'elkjs/lib/elk-worker.min.js?worker';
import { AppError } from '@/base/errors';
import type { Point } from '@/workflow/document';
import { type LayoutEdge, type LayoutNode, layOutInWaves } from './wave-layout';

/** Chosen by measurement: other placements, and keeping the author's order, take cubic time on wide graphs. */
const layoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.edgeRouting': 'POLYLINE',
  'elk.layered.nodePlacement.strategy': 'SIMPLE',
  'elk.layered.thoroughness': '1',
  'elk.spacing.nodeNode': '32',
  'elk.layered.spacing.nodeNodeBetweenLayers': '80',
};

interface LayoutEngine {
  readonly elk: Elk;
  /** Rejects if the worker's script does not load: ELK itself would never answer then. */
  readonly broken: Promise<never>;
}

let engine: LayoutEngine | undefined;

/** With more nodes than this, tasks are placed in waves: ELK would take many seconds, or overflow its stack. */
const mostForEngine = 2000;

/**
 * Places tasks from left to right along their dependencies, in a separate worker that starts with the first call.
 * Returns the upper left corner of each in pixels, all 0 or greater. Edges with ids that are not among the nodes are
 * ignored.
 */
export async function layOutTasks(
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
): Promise<Map<string, Point>> {
  if (nodes.length > mostForEngine) return layOutInWaves(nodes, edges);
  engine ??= startEngine();
  const ids = new Set(nodes.map((node) => node.id));
  const done = engine.elk.layout({
    id: 'workflow',
    layoutOptions,
    children: nodes.map(({ id, width, height }) => ({ id, width, height })),
    edges: edges
      .filter(({ from, to }) => ids.has(from) && ids.has(to))
      .map(({ from, to }, index) => ({ id: `edge ${index}`, sources: [from], targets: [to] })),
  });
  const graph = await Promise.race([done, engine.broken]);
  return new Map((graph.children ?? []).map(({ id, x = 0, y = 0 }) => [id, [x, y]]));
}

function startEngine(): LayoutEngine {
  const worker = new ElkWorker();
  const broken = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', () => {
      // The next call tries again.
      engine = undefined;
      reject(new AppError('INTERNAL', 'The layout of Heddle could not be started.', { advice: 'Reload the page.' }));
    });
  });
  broken.catch(() => undefined);
  return { elk: new ELK({ workerFactory: () => worker }), broken };
}

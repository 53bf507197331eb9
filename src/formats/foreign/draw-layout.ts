import type { Json, JsonObject } from '@/base/json';
import type { ForeignGraph, ForeignNode } from './foreign-graph';
import type { GraphShape } from './graph-shape';

/** A graph, and the id of the first task of each node. */
interface Drawn {
  readonly graph: Pick<ForeignGraph, 'nodes' | 'notes'>;
  readonly shape: GraphShape;
  readonly ids: ReadonlyMap<string, string>;
}

const margin = 40;
const mostPixels = 1_000_000;

const colors: Readonly<Record<string, string>> = {
  blue: 'blue',
  cyan: 'blue',
  green: 'green',
  yellow: 'yellow',
  pink: 'pink',
  violet: 'purple',
};

/** Where the tasks were drawn, from the upper left corner. Containers are laid out anew. */
export function drawLayout({ graph, shape, ids }: Drawn, tasks: JsonObject): JsonObject {
  const top = graph.nodes.filter(({ id }) => shape.parentOf(id) === undefined && ids.has(id));
  const notes = graph.notes.filter(({ parent }) => parent === undefined || shape.find(parent) === undefined);
  const all = [...top, ...notes];
  const left = all.length === 0 ? 0 : Math.min(...all.map(({ at }) => at[0]));
  const upper = all.length === 0 ? 0 : Math.min(...all.map(({ at }) => at[1]));
  const place = ({ at }: Pick<ForeignNode, 'at'>): readonly Json[] => [
    clamp(at[0] - left + margin),
    clamp(at[1] - upper + margin),
  ];
  const placed = top.flatMap((node): [string, Json][] => {
    const id = ids.get(node.id) ?? '';
    return Object.hasOwn(tasks, id) ? [[id, place(node)]] : [];
  });
  // What a case does here is to name itself: its task is worth no room.
  const collapsed = Object.entries(tasks).flatMap(([id, task]) =>
    (task as JsonObject)['type'] === 'cond' ? [id] : [],
  );
  return {
    tasks: Object.fromEntries(placed),
    ...(collapsed.length === 0 ? {} : { collapsed }),
    ...(notes.length === 0
      ? {}
      : {
          notes: notes.map(
            (note): JsonObject => ({
              text: note.text,
              at: place(note),
              ...(note.size === undefined ? {} : { size: note.size.map((one) => Math.min(Math.max(one, 40), 2000)) }),
              ...(Object.hasOwn(colors, note.color ?? '') ? { color: colors[note.color ?? ''] as string } : {}),
            }),
          ),
        }),
  };
}

const clamp = (pixels: number): number => Math.min(Math.max(Math.round(pixels), 0), mostPixels);

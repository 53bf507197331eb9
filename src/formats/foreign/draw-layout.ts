import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import type { ForeignGraph, ForeignNode } from './foreign-graph';
import type { GraphShape } from './graph-shape';
import { getList, getMember, getText } from './read-plain';

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

/** A drawn task as wide and high as the canvas has it, and the gap to the next. */
const node = { width: 200, height: 74 } as const;
const gap = 60;

/**
 * Where the tasks were drawn, from the upper left corner. Containers are laid out anew, and are larger here: what is to
 * the right of one moves right, what is below it moves down.
 */
export function drawLayout({ graph, shape, ids }: Drawn, tasks: JsonObject): JsonObject {
  const top = graph.nodes.filter(({ id }) => shape.findParent(id) === undefined && ids.has(id));
  const notes = graph.notes.filter(({ parent }) => parent === undefined || shape.find(parent) === undefined);
  const all = [...top, ...notes];
  const left = all.length === 0 ? 0 : Math.min(...all.map(({ at }) => at[0]));
  const upper = all.length === 0 ? 0 : Math.min(...all.map(({ at }) => at[1]));
  const order = Object.keys(tasks);
  const wide = top.flatMap(({ id, at }) => {
    const own = ids.get(id) ?? '';
    const size = isOpen(tasks[own]) ? measureTask(tasks[own]) : node;
    const more = listMore(own).map((next, index) => ({
      id: next,
      by: size.width + gap + index * (node.width + gap),
    }));
    const wider = size.width - node.width + more.length * (node.width + gap);
    return wider === 0 ? [] : [{ at, own, more, wider, higher: size.height - node.height }];
  });
  /** The tasks that go on with what one gives, and were no nodes of their own: they stand beside it. */
  function listMore(own: string): readonly string[] {
    const next = order.slice(order.indexOf(own) + 1);
    const end = next.findIndex((id, index) => isPlaced(id) || !isAfter(id, [own, ...next.slice(0, index)]));
    return end < 0 ? next : next.slice(0, end);
  }
  function isAfter(id: string, before: readonly string[]): boolean {
    return getList(tasks[id], 'depends_on').some((one) => before.includes(String(one)));
  }
  function isPlaced(id: string): boolean {
    return !Object.hasOwn(tasks, id) || top.some((one) => ids.get(one.id) === id);
  }
  const place = ({ at: [x, y] }: Pick<ForeignNode, 'at'>): readonly [number, number] => {
    const right = wide.filter(({ at }) => x >= at[0] + margin);
    const below = wide.filter(({ at }) => x < at[0] + margin && y >= at[1] + margin);
    return [
      clamp(x - left + margin + right.reduce((sum, { wider }) => sum + wider, 0)),
      clamp(y - upper + margin + below.reduce((sum, { higher }) => sum + higher, 0)),
    ];
  };
  const placed = top.flatMap((one): [string, Json][] => {
    const id = ids.get(one.id) ?? '';
    const [x, y] = place(one);
    const more = wide.find(({ own }) => own === id)?.more ?? [];
    return Object.hasOwn(tasks, id)
      ? [[id, [x, y]], ...more.map((next): [string, Json] => [next.id, [clamp(x + next.by), y]])]
      : [];
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

const isOpen = (task: Json | undefined): boolean => ['group', 'map'].includes(getText(task, 'type'));

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How large a task is drawn, about: a container has room for all that is in it. */
function measureTask(task: Json | undefined): Size {
  switch (getText(task, 'type')) {
    case 'group':
      return measureGroup(getMember(task, 'subtasks'));
    case 'map': {
      const inner = measureTask(getMember(task, 'inner_task'));
      return { width: inner.width + 2 * gap, height: inner.height + 2 * gap };
    }
    case 'cond': {
      const count = getList(task, 'cases').length + 1;
      return { width: node.width + 2 * gap, height: count * (node.height + gap) + gap };
    }
    default:
      return node;
  }
}

/** Tasks that wait for one another stand in columns, from the left to the right. */
function measureGroup(subtasks: Json | undefined): Size {
  const columns = new Map<string, number>();
  const sizes: Size[] = [];
  let left = Object.entries(isJsonObject(subtasks) ? subtasks : {});
  for (let pass = 0; left.length > 0; pass += 1) {
    const next = left.filter(([, task]) => getList(task, 'depends_on').every((id) => columns.has(String(id))));
    if (next.length === 0) break;
    for (const [id] of next) columns.set(id, pass);
    left = left.filter(([id]) => !columns.has(id));
    const measured = next.map(([, task]) => measureTask(task));
    sizes.push({
      width: Math.max(...measured.map(({ width }) => width)),
      height: measured.reduce((sum, { height }) => sum + height + gap, 0),
    });
  }
  return {
    width: sizes.reduce((sum, { width }) => sum + width + gap, gap),
    height: Math.max(node.height, ...sizes.map(({ height }) => height)) + 2 * gap,
  };
}

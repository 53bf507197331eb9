import { useEffect, useMemo, useState } from 'react';
import { readYaml } from '@/formats/yaml/read-yaml';
import { useDocument, useStores } from '@/state/context';
import type { DocumentDiff, TaskDiff } from '@/workflow/diff/document-diff';
import { type Point, taskIds, taskLabel, taskOf, type WorkflowDocument } from '@/workflow/document';
import { taskTypeInfo } from '@/workflow/tasks';
import styles from './difference-drawing.module.css';

const size = { width: 180, height: 44 } as const;
const margin = 12;
/** Above this number of tasks, boxes cannot be told apart. */
const mostTasks = 200;

type Kind = TaskDiff['kind'] | 'same';
const signs: { readonly [K in Kind]: string } = { added: '+', removed: '−', changed: '~', renamed: '~', same: '' };

interface DrawnTask {
  readonly id: string;
  readonly label: string;
  readonly type: string;
  readonly kind: Kind;
}

interface Graph {
  readonly tasks: readonly DrawnTask[];
  readonly edges: readonly { readonly from: string; readonly to: string; readonly kind: Kind }[];
}

interface DifferenceDrawingProps {
  /** The later document, as YAML; the earlier one is the open workflow. */
  readonly text: string;
  readonly diff: DocumentDiff;
}

/** The graph of a draft with what it adds, changes and removes. The table below it says the same in words. */
export function DifferenceDrawing({ text, diff }: DifferenceDrawingProps) {
  const { services } = useStores();
  const before = useDocument((state) => state.document);
  const graph = useMemo(() => {
    const { document } = readYaml(text);
    return document && graphOf(before, document, diff);
  }, [before, text, diff]);
  const [places, setPlaces] = useState<ReadonlyMap<string, Point>>();
  useEffect(() => {
    if (graph === undefined || graph.tasks.length > mostTasks) return;
    let wanted = true;
    const boxes = graph.tasks.map(({ id }) => ({ id, ...size }));
    services.layout(boxes, graph.edges).then(
      (found) => wanted && setPlaces(found),
      // Without a drawing, the table still shows everything.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [graph, services]);
  if (graph === undefined || places === undefined) return null;
  return <Drawing graph={graph} places={places} />;
}

function Drawing({ graph, places }: { readonly graph: Graph; readonly places: ReadonlyMap<string, Point> }) {
  const at = (id: string): Point => places.get(id) ?? [0, 0];
  const width = Math.max(...graph.tasks.map(({ id }) => at(id)[0])) + size.width + 2 * margin;
  const height = Math.max(...graph.tasks.map(({ id }) => at(id)[1])) + size.height + 2 * margin;
  return (
    <svg
      className={styles.drawing}
      viewBox={`${-margin} ${-margin} ${width} ${height}`}
      style={{ maxWidth: width }}
      role="img"
      aria-label="The drafted workflow, with what is added, changed and removed"
    >
      {graph.edges.map(({ from, to, kind }) => (
        <path key={`${from} ${to}`} className={styles.edge} data-kind={kind} d={wire(at(from), at(to))} />
      ))}
      {graph.tasks.map(({ id, label, type, kind }) => (
        <g key={id} data-kind={kind} transform={`translate(${at(id)[0]} ${at(id)[1]})`}>
          <rect className={styles.box} width={size.width} height={size.height} rx={8} />
          <text className={styles.label} x={10} y={18}>
            {cut(label)}
          </text>
          <text className={styles.type} x={10} y={35}>
            {type}
          </text>
          <text className={styles.sign} x={size.width - 10} y={19} textAnchor="end">
            {signs[kind]}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** All tasks of the later document, and those that it removes from the earlier one. */
function graphOf(before: WorkflowDocument, after: WorkflowDocument, { tasks }: DocumentDiff): Graph {
  const kinds = new Map(tasks.map((task) => [task.id, task.kind]));
  const kindOf = (id: string): Kind => kinds.get(id) ?? 'same';
  const gone = taskIds(before).filter((id) => kinds.get(id) === 'removed');
  const drawn = [...taskIds(after), ...gone];
  const known = new Set<string>(drawn);
  const taskAt = (id: string) => taskOf(after, id) ?? taskOf(before, id);
  return {
    tasks: drawn.flatMap((id) => {
      const task = taskAt(id);
      return task ? [{ id, label: taskLabel(id, task), type: taskTypeInfo[task.type].label, kind: kindOf(id) }] : [];
    }),
    edges: drawn.flatMap((to) =>
      (taskAt(to)?.dependsOn ?? [])
        .filter((from) => known.has(from))
        .map((from) => ({ from, to, kind: kindOf(to) === 'removed' ? ('removed' as const) : kindOf(from) })),
    ),
  };
}

function wire([x1, y1]: Point, [x2, y2]: Point): string {
  const from = [x1 + size.width, y1 + size.height / 2] as const;
  const to = [x2, y2 + size.height / 2] as const;
  const bend = Math.max((to[0] - from[0]) / 2, 24);
  return `M${from[0]} ${from[1]}C${from[0] + bend} ${from[1]} ${to[0] - bend} ${to[1]} ${to[0]} ${to[1]}`;
}

/** The label, shortened to fit a box. */
function cut(label: string): string {
  return label.length > 20 ? `${label.slice(0, 19)}…` : label;
}

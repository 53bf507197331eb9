import { type KeyboardEvent, useEffect, useState } from 'react';
import { useStores } from '@/state/context';
import type { TaskDiff } from '@/workflow/diff/document-diff';
import type { Point } from '@/workflow/document';
import styles from './graph-difference.module.css';

const size = { width: 180, height: 44 } as const;
const margin = 12;
/** Above this number of tasks, boxes cannot be told apart. */
const mostTasks = 200;

/** How a task differs between two graphs. */
export type DrawnKind = TaskDiff['kind'] | 'same';
const signs: { readonly [K in DrawnKind]: string } = { added: '+', removed: '−', changed: '~', renamed: '~', same: '' };

interface DrawnTask {
  readonly id: string;
  readonly label: string;
  /** The second line of its box. */
  readonly note: string;
  readonly kind: DrawnKind;
}

/** The tasks of two graphs in one, with the edges between them. */
export interface GraphDifferenceData {
  readonly tasks: readonly DrawnTask[];
  readonly edges: readonly { readonly from: string; readonly to: string; readonly kind: DrawnKind }[];
}

interface GraphDifferenceProps {
  readonly graph: GraphDifferenceData;
  /** Its accessible name. */
  readonly label: string;
  /** The task that is marked as selected, and what a press on a task does; left out: tasks cannot be selected. */
  readonly selected?: string | undefined;
  readonly onSelect?: (id: string) => void;
}

/** A drawing of what differs between two graphs. Above 200 tasks it is left out. */
export function GraphDifference({ graph, ...rest }: GraphDifferenceProps) {
  const { services } = useStores();
  const [places, setPlaces] = useState<ReadonlyMap<string, Point>>();
  useEffect(() => {
    if (graph.tasks.length > mostTasks) return;
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
  if (places === undefined || graph.tasks.length === 0 || !graph.tasks.every(({ id }) => places.has(id))) return null;
  return <Drawing graph={graph} places={places} {...rest} />;
}

function Drawing(props: GraphDifferenceProps & { readonly places: ReadonlyMap<string, Point> }) {
  const { graph, places, label, selected, onSelect } = props;
  const at = (id: string): Point => places.get(id) ?? [0, 0];
  const width = Math.max(...graph.tasks.map(({ id }) => at(id)[0])) + size.width + 2 * margin;
  const height = Math.max(...graph.tasks.map(({ id }) => at(id)[1])) + size.height + 2 * margin;
  return (
    <svg
      className={styles.drawing}
      viewBox={`${-margin} ${-margin} ${width} ${height}`}
      style={{ maxWidth: width }}
      role={onSelect ? 'group' : 'img'}
      aria-label={label}
    >
      {graph.edges.map(({ from, to, kind }) => (
        <path key={`${from} ${to}`} className={styles.edge} data-kind={kind} d={wire(at(from), at(to))} />
      ))}
      {graph.tasks.map((task) => (
        <g
          key={task.id}
          data-kind={task.kind}
          transform={`translate(${at(task.id)[0]} ${at(task.id)[1]})`}
          {...(onSelect && selectable(task, selected === task.id, onSelect))}
        >
          <rect className={styles.box} width={size.width} height={size.height} rx={8} />
          <text className={styles.label} x={10} y={18}>
            {cut(task.label)}
          </text>
          <text className={styles.type} x={10} y={35}>
            {task.note}
          </text>
          <text className={styles.sign} x={size.width - 10} y={19} textAnchor="end">
            {signs[task.kind]}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** The props of a task that can be pressed. */
function selectable({ id, label, note }: DrawnTask, isSelected: boolean, onSelect: (id: string) => void) {
  return {
    role: 'button',
    tabIndex: 0,
    className: styles.button,
    'aria-label': `${label}, ${note}`,
    'aria-pressed': isSelected,
    onClick: () => onSelect(id),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      onSelect(id);
    },
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

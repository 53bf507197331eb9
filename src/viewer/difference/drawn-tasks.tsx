import type { KeyboardEvent } from 'react';
import { cutToStart } from '@/base/start-of';
import type { Point } from '@/workflow/document';
import { boxSize, type DifferenceGraph, type DrawnKind, type DrawnTask, type Places } from './drawn-graph';
import styles from './graph-difference.module.css';

const signs: { readonly [K in DrawnKind]: string } = { added: '+', removed: '−', changed: '~', renamed: '~', same: '' };

interface DrawnTasksProps {
  readonly graph: DifferenceGraph;
  readonly places: Places;
  /** The task that is marked as selected, and what a press on a task does; left out: tasks cannot be selected. */
  readonly selected?: string | undefined;
  readonly onSelect?: ((id: string) => void) | undefined;
}

/** The boxes and wires of a drawing, as parts of an SVG. */
export function DrawnTasks({ graph, places, selected, onSelect }: DrawnTasksProps) {
  const getPlace = (id: string): Point => places.get(id) ?? [0, 0];
  return (
    <>
      {graph.edges.map(({ from, to, kind }) => (
        <path
          key={`${from} ${to}`}
          className={styles.edge}
          data-kind={kind}
          d={buildWirePath(getPlace(from), getPlace(to))}
        />
      ))}
      {graph.tasks.map((task) => (
        <g
          key={task.id}
          data-kind={task.kind}
          transform={`translate(${getPlace(task.id)[0]} ${getPlace(task.id)[1]})`}
          {...(onSelect && buildSelectableProps(task, selected === task.id, onSelect))}
        >
          <rect className={styles.box} width={boxSize.width} height={boxSize.height} rx={8} />
          <text className={styles.label} x={10} y={18}>
            {cutLabel(task.label)}
          </text>
          <text className={styles.type} x={10} y={35}>
            {task.note}
          </text>
          <text className={styles.sign} x={boxSize.width - 10} y={19} textAnchor="end">
            {signs[task.kind]}
          </text>
        </g>
      ))}
    </>
  );
}

/** The props of a task that can be pressed. */
function buildSelectableProps({ id, label, note }: DrawnTask, isSelected: boolean, onSelect: (id: string) => void) {
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

function buildWirePath([x1, y1]: Point, [x2, y2]: Point): string {
  const from = [x1 + boxSize.width, y1 + boxSize.height / 2] as const;
  const to = [x2, y2 + boxSize.height / 2] as const;
  const bend = Math.max((to[0] - from[0]) / 2, 24);
  return `M${from[0]} ${from[1]}C${from[0] + bend} ${from[1]} ${to[0] - bend} ${to[1]} ${to[0]} ${to[1]}`;
}

/** The label, shortened to fit a box. */
function cutLabel(label: string): string {
  return label.length > 20 ? `${cutToStart(label, 19)}…` : label;
}

import { useMemo } from 'react';
import { arrangeLayers } from '@/editor/geometry/arrange-layers';
import { computeChainLengths } from '@/workflow/graph/graph';
import { boxSize, computeWholeRegion, type DifferenceGraph, type Places } from './drawn-graph';
import { DrawnTasks } from './drawn-tasks';
import styles from './graph-difference.module.css';
import { LargeDrawing } from './large-drawing';

/** Above this number of tasks, boxes could not be told apart in a drawing that is shown whole. */
const mostWhole = 200;

interface GraphDifferenceProps {
  readonly graph: DifferenceGraph;
  /** Its accessible name. */
  readonly label: string;
  /** The task that is marked as selected, and what a press on a task does; left out: tasks cannot be selected. */
  readonly selected?: string | undefined;
  readonly onSelect?: (id: string) => void;
}

/** A drawing of what differs between two graphs. A large one is shown in part, and scrolls. */
export function GraphDifference({ graph, ...rest }: GraphDifferenceProps) {
  const places = usePlaces(graph);
  const isLarge = graph.tasks.length > mostWhole;
  if (graph.tasks.length === 0) return null;
  return isLarge ? (
    <LargeDrawing graph={graph} places={places} {...rest} />
  ) : (
    <WholeDrawing graph={graph} places={places} {...rest} />
  );
}

/** Where the tasks are. */
function usePlaces({ tasks, edges }: DifferenceGraph): Places {
  return useMemo(() => {
    const ids = tasks.map(({ id }) => id);
    const boxes = ids.map((segment) => ({ segment, ...boxSize }));
    return arrangeLayers(boxes, edges, computeChainLengths(ids, edges));
  }, [tasks, edges]);
}

function WholeDrawing({ graph, places, label, ...rest }: GraphDifferenceProps & { readonly places: Places }) {
  const { x, y, width, height } = computeWholeRegion(places);
  return (
    <svg
      className={styles.drawing}
      viewBox={`${x} ${y} ${width} ${height}`}
      style={{ maxWidth: width }}
      role={rest.onSelect ? 'group' : 'img'}
      aria-label={label}
    >
      <DrawnTasks graph={graph} places={places} {...rest} />
    </svg>
  );
}

import { taskIds, taskOf, type WorkflowDocument } from '@/workflow/document';
import { taskTypeInfo } from '@/workflow/tasks';
import styles from './graph-drawing.module.css';

const size = { width: 200, height: 84 } as const;
const margin = 20;
/** Graphs up to this height in px are drawn at one scale; larger ones are shrunk. */
const usualHeight = 560;

/** A small drawing of a workflow's graph, from its own layout. It is decoration beside the name. */
export function GraphDrawing({ document }: { readonly document: WorkflowDocument }) {
  const places = document.layout?.tasks ?? {};
  const boxes = taskIds(document).flatMap((id) => {
    const task = taskOf(document, id);
    const at = places[id];
    return task && at ? [{ id, task, x: at[0], y: at[1] }] : [];
  });
  if (boxes.length === 0) return null;
  const byId = new Map(boxes.map((box) => [box.id as string, box]));
  const left = Math.min(...boxes.map(({ x }) => x)) - margin;
  const top = Math.min(...boxes.map(({ y }) => y)) - margin;
  const width = Math.max(...boxes.map(({ x }) => x)) + size.width + margin - left;
  const height = Math.max(...boxes.map(({ y }) => y)) + size.height + margin - top;
  const above = Math.max(0, usualHeight - height) / 2;
  const viewBox = `${left} ${top - above} ${width} ${height + 2 * above}`;
  return (
    <svg className={styles.drawing} viewBox={viewBox} aria-hidden="true">
      {boxes.map((to) =>
        (to.task.dependsOn ?? []).map((id) => {
          const from = byId.get(id);
          return from && <path key={`${id} ${to.id}`} className={styles.edge} d={wire(from, to)} />;
        }),
      )}
      {boxes.map(({ id, task, x, y }) => (
        <g key={id} data-family={taskTypeInfo[task.type].family}>
          <rect className={styles.box} x={x} y={y} width={size.width} height={size.height} rx={14} />
          <rect className={styles.side} x={x} y={y} width={18} height={size.height} rx={6} />
        </g>
      ))}
    </svg>
  );
}

interface Corner {
  readonly x: number;
  readonly y: number;
}

function wire(from: Corner, to: Corner): string {
  const [x1, y1] = [from.x + size.width, from.y + size.height / 2];
  const [x2, y2] = [to.x, to.y + size.height / 2];
  const bend = Math.max((x2 - x1) / 2, 30);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

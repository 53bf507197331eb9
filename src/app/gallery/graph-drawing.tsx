import styles from './graph-drawing.module.css';
import type { GraphPicture } from './graph-picture';

/** A picture fills its place. One smaller than this, in px of the canvas, would have boxes like buttons. */
const leastHeight = 200;
const leastWidth = 640;

/** A small drawing of a workflow's graph. It is decoration beside the name. */
export function GraphDrawing({ picture }: { readonly picture: GraphPicture }) {
  const { width, height, boxes, wires } = picture;
  if (boxes.length === 0) return null;
  const [beside, above] = [Math.max(0, leastWidth - width) / 2, Math.max(0, leastHeight - height) / 2];
  return (
    <svg
      className={styles.drawing}
      viewBox={`${-beside} ${-above} ${width + 2 * beside} ${height + 2 * above}`}
      aria-hidden="true"
    >
      {boxes.filter(({ open }) => open).map(drawBox)}
      {wires.map((wire) => (
        <path key={wire} className={styles.edge} d={wire} />
      ))}
      {boxes.filter(({ open }) => !open).map(drawBox)}
    </svg>
  );
}

function drawBox({ at: [x, y, width, height], family, open }: GraphPicture['boxes'][number]) {
  return (
    <g key={`${x} ${y} ${width}`} data-family={family}>
      <rect className={open ? styles.container : styles.box} x={x} y={y} width={width} height={height} rx={14} />
      {!open && <rect className={styles.side} x={x} y={y} width={18} height={height} rx={6} />}
    </g>
  );
}

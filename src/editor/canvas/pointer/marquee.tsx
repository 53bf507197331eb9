import { useStore } from '@xyflow/react';
import type { Rect } from '../../geometry/node-geometry';
import styles from '../canvas.module.css';
import { useCanvasState } from '../canvas-state';

/** The rectangle that selects tasks. */
export function Marquee() {
  const marquee = useCanvasState((state) => state.marquee);
  return marquee && <MarqueeFrame marquee={marquee} />;
}

function MarqueeFrame({ marquee }: { readonly marquee: Rect }) {
  const [x, y, zoom] = useStore((state) => state.transform);
  const { width, height } = marquee;
  const transform = `translate(${marquee.x * zoom + x}px, ${marquee.y * zoom + y}px)`;
  return <div className={styles.marquee} style={{ transform, width: width * zoom, height: height * zoom }} />;
}

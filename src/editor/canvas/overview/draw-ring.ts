import type { RingStatus } from '@/ui/display/status-ring';
import type { Colours } from './palette-colours';

const radius = 5;

type Stroke = readonly (readonly [dx: number, dy: number])[];

const cross: readonly Stroke[] = [
  [
    [-2, -2],
    [2, 2],
  ],
  [
    [2, -2],
    [-2, 2],
  ],
];

/** The strokes inside of each ring, from its middle. */
const signs: { readonly [S in RingStatus]: readonly Stroke[] } = {
  idle: [],
  queued: [],
  running: [],
  ok: [
    [
      [-2.2, 0.2],
      [-0.6, 1.8],
      [2.2, -1.6],
    ],
  ],
  continued: cross,
  failed: cross,
  skipped: [
    [
      [-3.5, 3.5],
      [3.5, -3.5],
    ],
  ],
  stale: [
    [
      [0, -2.6],
      [0, 0.4],
      [1.8, 1.4],
    ],
  ],
  maybe: [
    [
      [-1.4, -1.6],
      [0, -2.6],
      [1.4, -1.4],
      [0, 0.4],
      [0, 2],
    ],
  ],
  simulated: [
    [
      [-1, -3],
      [-1, -0.5],
      [-2.6, 2.6],
      [2.6, 2.6],
      [1, -0.5],
      [1, -3],
    ],
  ],
  paused: [
    [
      [-1.5, -2],
      [-1.5, 2],
    ],
    [
      [1.5, -2],
      [1.5, 2],
    ],
  ],
};

/** Draws a status ring of 14 pixels around a point: the shapes of the interface's ring, for a 2D canvas. */
export function drawRing(
  context: CanvasRenderingContext2D,
  status: RingStatus,
  x: number,
  y: number,
  colours: Colours,
): void {
  const filled = status === 'failed' || status === 'paused';
  context.strokeStyle = colours.status[status];
  context.lineWidth = 1.5;
  context.beginPath();
  if (status === 'queued' || status === 'maybe') context.setLineDash([1.6, 2.3]);
  if (status === 'running') context.arc(x, y, radius, -Math.PI / 2, 0);
  else context.arc(x, y, filled ? radius + 1 : radius, 0, 2 * Math.PI);
  if (filled) {
    context.fillStyle = colours.status[status];
    context.fill();
    context.strokeStyle = colours.raised;
    context.beginPath();
  }
  for (const stroke of signs[status]) {
    stroke.forEach(([dx, dy], index) => {
      if (index === 0) context.moveTo(x + dx, y + dy);
      else context.lineTo(x + dx, y + dy);
    });
  }
  context.stroke();
  context.setLineDash([]);
}

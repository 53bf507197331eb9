import type { Rect } from '../../geometry/node-geometry';
import type { Colours } from './palette-colours';

/** A name as it stands on the canvas, in pixels of the screen. */
export interface DrawnName extends Rect {
  readonly text: string;
  readonly isWhole: boolean;
}

const label = { height: 18, padding: 5, gap: 3 } as const;

/**
 * As much of a name as the width takes: what is a little too long is drawn a little narrower. Undefined: less than
 * `fewest` letters of it are left.
 */
export function cutName(
  context: Pick<CanvasRenderingContext2D, 'measureText'>,
  text: string,
  width: number,
  fewest: number,
): string | undefined {
  const whole = context.measureText(text).width;
  if (whole <= width * 1.1) return text;
  const characters = [...text];
  const most = Math.floor((characters.length * width) / whole) - 1;
  return most < fewest ? undefined : `${characters.slice(0, most).join('').trimEnd()}…`;
}

/**
 * Draws the whole name of a task above it, or below where that would be cut. Returns where it is; undefined: it is not
 * drawn, as its place is taken.
 */
export function drawLabel(
  context: CanvasRenderingContext2D,
  text: string,
  { x, y, height }: Rect,
  canvasWidth: number,
  colours: Colours,
  isTaken: (place: Rect) => boolean,
): Rect | undefined {
  context.font = `11px ${colours.font}`;
  const width = Math.min(context.measureText(text).width + 2 * label.padding, canvasWidth);
  const above = y - label.height - label.gap;
  const place = {
    x: Math.max(0, Math.min(x, canvasWidth - width)),
    y: above < 0 ? y + height + label.gap : above,
    width,
    height: label.height,
  };
  if (isTaken(place)) return undefined;
  context.beginPath();
  context.roundRect(place.x + 0.5, place.y + 0.5, width - 1, label.height - 1, 3);
  context.fillStyle = colours.raised;
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = colours.edge;
  context.stroke();
  context.fillStyle = colours.text;
  context.fillText(text, place.x + label.padding, place.y + label.height / 2, width - 2 * label.padding);
  return place;
}

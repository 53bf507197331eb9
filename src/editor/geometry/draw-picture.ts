import { escapeXmlText } from '@/base/escape-xml';
import { formatCount } from '@/base/figures';
import { err, ok, type Result } from '@/base/result';
import { makeLineVisible } from '@/base/visible-text';
import { formatTaskLabel, formatWorkflowLabel, type WorkflowDocument } from '@/workflow/document';
import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment, locateTask } from '@/workflow/task-path';
import { formatTaskMeans, formatTaskSummary } from '@/workflow/task-summary';
import { type Task, taskTraits } from '@/workflow/tasks';
import { type Box, computeBoxes } from './boxes';
import { drawWires } from './draw-wires';
import { computeBounds, portSize, type Rect } from './node-geometry';
import { noteBoxes } from './note-boxes';
import { typeIcons } from './type-icons';

/** `auto`: as whoever looks at it has it. */
export type PictureTheme = 'light' | 'dark' | 'auto';

/** A picture of a workflow. */
export interface Picture {
  /** As a file of SVG. */
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** The most boxes that are drawn: folded containers have one. */
const mostBoxes = 5000;
/** Room around the drawing. */
const margin = 24;
/** What is in a card, from its upper left corner. */
const card = { padding: 10, tile: 20, icon: 14, title: 23, first: 43, line: 17 } as const;
const portRadius = portSize / 2;
/** The average width of a sign by the size of its font, and what a wide one is: nothing measures text here. */
const signWidth = { narrow: 0.56, wide: 1 } as const;
const lineHeight = 16;

/** Colours by what has them: light, dark. They are those of `ui/theme/tokens.css`, which a picture cannot read. */
export const pictureColours = {
  'canvas:fill': ['#f6f7f9', '#0f1115'],
  'card:fill': ['#ffffff', '#191c21'],
  'card:stroke': ['#ced1d6', '#34383f'],
  'wire:stroke': ['#898e96', '#6f757e'],
  'port:fill': ['#ffffff', '#191c21'],
  'port:stroke': ['#898e96', '#6f757e'],
  'title:fill': ['#161a1f', '#e6e8ec'],
  'line:fill': ['#5a5f68', '#8f949d'],
  'model:fill': ['#f2edfe', '#2a203b'],
  'model:stroke': ['#ccb8f4', '#58437b'],
  'script:fill': ['#e5f4f1', '#142b28'],
  'script:stroke': ['#a0cfc8', '#285a54'],
  'control:fill': ['#ecf1f5', '#21272d'],
  'control:stroke': ['#b8c6d4', '#45515f'],
  'loop:fill': ['#feeaf2', '#351d29'],
  'loop:stroke': ['#efaecc', '#753857'],
  'library:fill': ['#f3f0e4', '#2a2615'],
  'library:stroke': ['#cec4a0', '#59502b'],
  'model-icon:stroke': ['#7141b0', '#c3a5fa'],
  'script-icon:stroke': ['#036961', '#87cdc4'],
  'control-icon:stroke': ['#486079', '#a3b7cb'],
  'loop-icon:stroke': ['#a42c71', '#f296c2'],
  'library-icon:stroke': ['#6c5901', '#d2c48f'],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>;

/**
 * A workflow as it is on the canvas, as SVG: the same boxes and wires. Texts are texts, cut to what a card has room
 * for, and nothing in them is markup. Else why it is not drawn.
 */
export function drawPicture(document: WorkflowDocument, theme: PictureTheme = 'auto'): Result<Picture, string> {
  const boxes = computeBoxes(document);
  if (boxes.size > mostBoxes)
    return err(
      `A picture has at most ${formatCount(mostBoxes, 'task')}; this has ${boxes.size.toLocaleString('en')}. Fold some.`,
    );
  const notes = noteBoxes(document, boxes, undefined);
  const bounds = computeBounds([...boxes.values(), ...notes]) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [width, height] = [Math.ceil(bounds.width) + 2 * margin, Math.ceil(bounds.height) + 2 * margin];
  const [left, top] = [Math.floor(bounds.x) - margin, Math.floor(bounds.y) - margin];
  const drawn = [...boxes.values()].flatMap((box) => {
    const task = locateTask(document, box.taskPath)?.task;
    return task === undefined ? [] : [{ box, task }];
  });
  const parts = [
    `<rect class="canvas" x="${left}" y="${top}" width="${width}" height="${height}"/>`,
    ...drawn.filter(({ box }) => box.open).map(({ box }) => drawContainer(box)),
    ...notes.map(({ note, ...box }) => drawNote(box, note.text)),
    ...drawWires(document, boxes).map(drawWire),
    ...drawn.map(({ box, task }) => drawTask(box, task)),
  ];
  const label = escapeXmlText(formatWorkflowLabel(document));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}" role="img" aria-label="${label}">
<title>${label}</title>
<style>${writeStyle(theme)}</style>
${parts.join('\n')}
</svg>
`;
  return ok({ svg, width, height });
}

const shapes = `text{font-family:Inter,system-ui,sans-serif;font-size:11px}.title{font-size:13px;font-weight:500}.wire{fill:none;stroke-width:1.5}.icon{fill:none;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}.off{opacity:.5}`;

function writeStyle(theme: PictureTheme): string {
  const write = (index: 0 | 1) =>
    Object.entries(pictureColours)
      .map(([name, colours]) => `.${name.replace(':', '{')}:${colours[index]}}`)
      .join('');
  if (theme !== 'auto') return `${shapes}${write(theme === 'light' ? 0 : 1)}`;
  return `${shapes}${write(0)}@media (prefers-color-scheme:dark){${write(1)}}`;
}

function drawContainer(box: Box): string {
  return `<rect class="${taskTraits[box.type].family}" ${writeRect(box)} rx="12" fill-opacity="0.4"/>`;
}

/** A wire, and the ports at its ends, which it touches from outside. */
function drawWire(wire: string): string {
  const numbers = wire.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];
  const [startX = 0, startY = 0] = numbers;
  const [endX = 0, endY = 0] = numbers.slice(-2);
  const ports = [
    [startX - portRadius, startY],
    [endX + portRadius, endY],
  ].map(([x, y]) => `<circle class="port" cx="${x}" cy="${y}" r="${portRadius}"/>`);
  return `<path class="wire" d="${wire}"/>${ports.join('')}`;
}

function drawTask(box: Box, task: Task): string {
  const { x, y, width, open, isDisabled } = box;
  const label = formatTaskLabel(formatSegment(getLastSegment(box.taskPath)), task);
  const { family, icon } = taskTraits[task.type];
  const room = width - 2 * card.padding;
  const lines = [
    open ? '' : `<rect class="card" ${writeRect(box)} rx="8"/>`,
    `<rect class="${family}" x="${x + card.padding}" y="${y + 8}" width="${card.tile}" height="${card.tile}" rx="5"/>`,
    drawIcon(icon, family, x + card.padding, y + 8),
    writeText('title', x + card.padding + card.tile + 8, y + card.title, label, room - card.tile - 8, 13),
    ...(open ? [] : [formatTaskSummary(task), formatTaskMeans(task)])
      .filter((line) => line !== '')
      .map((line, index) => writeText('line', x + card.padding, y + card.first + index * card.line, line, room, 11)),
  ];
  const whole = `<title>${escapeXmlText(makeLineVisible(label, 200))}</title>`;
  return `<g${isDisabled ? ' class="off"' : ''}>${whole}${lines.join('')}</g>`;
}

/** The icon of a type in the middle of its tile, whose upper left corner is at a place. */
function drawIcon(icon: keyof typeof typeIcons, family: string, x: number, y: number): string {
  const inset = (card.tile - card.icon) / 2;
  const place = `translate(${round(x + inset)} ${round(y + inset)}) scale(${card.icon / 24})`;
  return `<g class="icon ${family}-icon" transform="${place}">${typeIcons[icon]}</g>`;
}

function drawNote(box: Rect, text: string): string {
  const lines = text.split('\n').slice(0, Math.max(1, Math.floor((box.height - 2 * card.padding) / lineHeight)));
  const written = lines.map((line, index) =>
    writeText(
      'title',
      box.x + card.padding,
      box.y + card.title + index * lineHeight,
      line,
      box.width - 2 * card.padding,
      13,
    ),
  );
  return `<g><rect class="library" ${writeRect(box)} rx="8"/>${written.join('')}</g>`;
}

function writeRect({ x, y, width, height }: Rect): string {
  return `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
}

function writeText(kind: 'title' | 'line', x: number, y: number, text: string, room: number, size: number): string {
  const shown = cutToRoom(makeLineVisible(text, 200), room / size);
  return shown === '' ? '' : `<text class="${kind}" x="${round(x)}" y="${round(y)}">${escapeXmlText(shown)}</text>`;
}

/** As much of a text as fits. `room`: in sizes of its font. */
function cutToRoom(text: string, room: number): string {
  let width = 0;
  let fits = '';
  for (const sign of text) {
    width += (sign.codePointAt(0) ?? 0) > 0x2e80 ? signWidth.wide : signWidth.narrow;
    if (width > room) return `${fits.slice(0, -1).trimEnd()}…`;
    fits += sign;
  }
  return fits;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

import PencilLine from 'lucide-react/icons/pencil-line';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatCount } from '@/base/figures';
import { cutToStart } from '@/base/start-of';
import { ScrollRegion } from '@/ui/display/scroll-region';
import type { DrawnSide, SideBox } from './drawn-side';
import styles from './side-drawing.module.css';

/** Pixels of the screen for one of a canvas, at most: names can be read well. */
const scale = 0.6;
/** The size of a name and of a sign on a canvas, and the width of a letter of size 1. */
const name = { size: 20, largest: 34, letter: 0.525, padding: 12, sign: 20 } as const;
/** The least room that a drawing has on a wide screen, and the size of names that are to be read in it. */
const room = { width: 320, height: 320, name: 8 } as const;

interface SideDrawingProps {
  /** Its accessible name. */
  readonly label: string;
  readonly side: DrawnSide;
  /** The place of the line that is selected. */
  readonly selected: string | undefined;
  readonly onSelect: (place: string) => void;
  /** Whether names can be read, and it scrolls; else the whole is shown. */
  readonly isLarge: boolean;
}

/**
 * One of the two drawings beside a report. It is one tab stop beside its scrolling; arrow keys go from box to box, and
 * Enter selects the line of one.
 */
export function SideDrawing({ label, side, selected, onSelect, isLarge }: SideDrawingProps) {
  const region = useRef<HTMLElement>(null);
  const { x, y, width, height, boxes, wires, more } = side;
  const stops = boxes.filter(({ places }) => places.length > 0);
  const isOn = ({ places }: SideBox) => selected !== undefined && places.includes(selected);
  const stop = stops.find(isOn) ?? stops[0];
  // A drawing begins where its first box is: what is above and left of it may be empty.
  const shown = boxes.find(isOn) ?? (selected === undefined ? findFirst(boxes) : undefined);
  useEffect(() => {
    if (isLarge && region.current !== null && shown !== undefined)
      revealRect(region.current, (shown.x - x) * scale, (shown.y - y) * scale, shown.width * scale);
  }, [shown, x, y, isLarge]);
  const size = isLarge ? name.size : findNameSize(side);
  const step = (event: KeyboardEvent<SVGSVGElement>) => {
    const all = [...event.currentTarget.querySelectorAll<SVGElement>('[role="button"]')];
    const at = all.indexOf(event.target as SVGElement);
    const next = findStep(event.key, at, all.length);
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };
  const draw = (box: SideBox) => (
    <SideNode key={box.key} box={box} size={size} isOn={isOn(box)} isStop={box === stop} onSelect={onSelect} />
  );
  return (
    <ScrollRegion ref={region} label={label} className={styles.region} data-fits={!isLarge}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be drawn */}
      <svg
        className={styles.drawing}
        width={width * scale}
        height={height * scale}
        viewBox={`${x} ${y} ${width} ${height}`}
        role="group"
        aria-label={formatCount(boxes.length, 'node')}
        onKeyDown={step}
      >
        {boxes.filter(({ isOpen, isNote }) => isOpen || isNote).map(draw)}
        {wires.map(({ key, path, place }) => (
          <path key={key} className={styles.wire} data-on={place !== undefined && place === selected} d={path} />
        ))}
        {boxes.filter(({ isOpen, isNote }) => !isOpen && !isNote).map(draw)}
      </svg>
      {more > 0 && <p className={styles.more}>And {more.toLocaleString('en')} more, which are not drawn.</p>}
    </ScrollRegion>
  );
}

/** The size of the names in a drawing that is shown whole: as far as they find room, they can be read. */
function findNameSize({ width, height }: DrawnSide): number {
  const fitted = Math.min(scale, room.width / width, room.height / height);
  return Math.min(name.largest, Math.max(name.size, room.name / fitted));
}

/** The box that is furthest to the left: drawings go to the right. */
function findFirst(boxes: readonly SideBox[]): SideBox | undefined {
  return boxes.reduce<SideBox | undefined>((first, box) => (first && first.x <= box.x ? first : box), undefined);
}

/** Where a key leads to among `count` boxes. */
function findStep(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(at - 1, 0);
  return key === 'Home' ? 0 : key === 'End' ? count - 1 : undefined;
}

interface SideNodeProps {
  readonly box: SideBox;
  /** Of its name. */
  readonly size: number;
  readonly isOn: boolean;
  readonly isStop: boolean;
  readonly onSelect: (place: string) => void;
}

function SideNode({ box, size, isOn, isStop, onSelect }: SideNodeProps) {
  const { x, y, width, height, title, kind, mark, isOpen, isNote, places } = box;
  const [place] = places;
  const Sign = mark === 'adapted' ? PencilLine : mark === 'dropped' ? X : undefined;
  const space = width - 2 * name.padding - (Sign === undefined ? 0 : name.sign + 4);
  const middle = (isOpen || isNote ? y + 8 + size / 2 : y + height / 2) + size * 0.35;
  const select = place === undefined ? undefined : () => onSelect(place);
  return (
    <g
      className={styles.node}
      data-mark={mark}
      data-look={isNote ? 'note' : isOpen ? 'open' : undefined}
      {...(select && {
        role: 'button',
        tabIndex: isStop ? 0 : -1,
        'aria-label': [title, kind === title ? '' : kind, mark].filter(Boolean).join(', '),
        'aria-pressed': isOn,
        onClick: select,
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          select();
        },
      })}
    >
      <title>{title}</title>
      <rect className={styles.box} x={x} y={y} width={width} height={height} rx={10} />
      <text className={styles.name} x={x + name.padding} y={middle} fontSize={size}>
        {cutToRoom(title, space, size)}
      </text>
      {Sign && (
        <Sign
          className={styles.sign}
          x={x + width - name.padding - name.sign}
          y={middle - size * 0.35 - name.sign / 2}
          width={name.sign}
          height={name.sign}
          aria-hidden="true"
        />
      )}
    </g>
  );
}

/** As much of a title as fits. */
function cutToRoom(title: string, space: number, size: number): string {
  const letters = Math.max(3, Math.floor(space / (size * name.letter)));
  return title.length > letters ? `${cutToStart(title, letters - 1).trimEnd()}…` : title;
}

/** Scrolls as far as needed to have a box in sight, and then to the middle. */
function revealRect(region: HTMLElement, x: number, y: number, width: number): void {
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = region;
  const isInSight =
    x >= scrollLeft && x + width <= scrollLeft + clientWidth && y >= scrollTop && y + 40 <= scrollTop + clientHeight;
  if (!isInSight) region.scrollTo({ left: x - (clientWidth - width) / 2, top: y - clientHeight / 2 });
}

import { type ReactFlowState, useStore, ViewportPortal } from '@xyflow/react';
import LogIn from 'lucide-react/icons/log-in';
import LogOut from 'lucide-react/icons/log-out';
import { type MouseEvent, type ReactNode, useMemo } from 'react';
import { cleanShownText } from '@/base/shown-text';
import { useStores, useView } from '@/state/context';
import { selectTasks } from '@/state/view/canvas';
import { joinClassNames } from '@/ui/class-names';
import type { Definition } from '@/workflow/document';
import { type BorderNode, buildBorderPath } from '@/workflow/function-path';
import type { TaskPath } from '@/workflow/task-path';
import { focusInspector } from '../../actions/focus-inspector';
import type { Boxes } from '../../geometry/boxes';
import { buildEdgePath, type Rect } from '../../geometry/node-geometry';
import { formatParameterState } from '../../inspectors/functions/parameter-state';
import { readableZoom } from '../use-reveal';
import { type BorderWire, buildInputWires, buildResultWires } from './border-wires';
import styles from './function-border.module.css';
import type { GivenRow } from './result-rows';
import { type Border, useBorder } from './use-border';

interface FunctionBorderProps {
  readonly boxes: Boxes;
  /** The shown part of the canvas. */
  readonly region: Rect;
}

/** The inputs of an opened function at its left, its result at its right, and the wires between them and its tasks. */
export function FunctionBorder({ boxes, region }: FunctionBorderProps) {
  const border = useBorder(boxes);
  return border && <BorderNodes {...border} boxes={boxes} region={region} />;
}

function BorderNodes({ root, definition, rows, places, boxes, region }: Border & FunctionBorderProps) {
  const { inputs, result } = places;
  const { parameters = [], returns } = definition;
  const wires = useMemo(
    () => [...buildInputWires(definition, root, boxes, inputs, region), ...buildResultWires(rows, root, boxes, result)],
    [definition, root, boxes, inputs, region, rows, result],
  );
  const far = useStore(getFarZoom);
  const nodes = (
    <>
      <Wires wires={wires} />
      <BorderBox node="inputs" root={root} at={inputs} icon={<LogIn />} title="Inputs" about={countInputs(parameters)}>
        {parameters.map((parameter) => (
          <span key={parameter.name} className={styles.row} title={formatRowTitle(parameter)}>
            <span className={styles.name}>{parameter.name}</span>
            <span className={styles.type}>{formatParameterState(parameter)}</span>
            <span className={joinClassNames(styles.port, styles.right)} />
          </span>
        ))}
        {parameters.length === 0 && <span className={styles.row}>Nothing is given to it</span>}
      </BorderBox>
      <BorderBox
        node="result"
        root={root}
        at={result}
        icon={<LogOut />}
        title="Result"
        about={returns === undefined ? 'any' : formatReturnType(returns)}
      >
        {rows.map((row) => (
          <ResultLine key={row.label} row={row} />
        ))}
        {rows.length === 0 && <span className={styles.row}>It has no task yet</span>}
      </BorderBox>
    </>
  );
  return (
    <ViewportPortal>
      {/* From far an em is a pixel of the screen. */}
      <div
        className={far === undefined ? undefined : styles.far}
        style={far === undefined ? undefined : { fontSize: 1 / far }}
      >
        {nodes}
      </div>
    </ViewportPortal>
  );
}

/** The zoom while the rows of a node cannot be read, in steps of a factor of 2^¼; undefined: they can be. */
function getFarZoom({ transform: [, , zoom] }: ReactFlowState): number | undefined {
  return zoom < readableZoom ? 2 ** (Math.round(Math.log2(zoom) * 4) / 4) : undefined;
}

function ResultLine({ row: { label, from } }: { readonly row: GivenRow }) {
  return (
    <span className={styles.row} title={label}>
      {from.length > 0 && <span className={joinClassNames(styles.port, styles.left)} />}
      <span className={styles.name}>{label}</span>
    </span>
  );
}

function countInputs(parameters: readonly unknown[]): string {
  return parameters.length === 0 ? 'none' : String(parameters.length);
}

function formatRowTitle({ name, description }: NonNullable<Definition['parameters']>[number]): string {
  return description === undefined ? name : `${name}: ${cleanShownText(description)}`;
}

function formatReturnType({ type }: NonNullable<Definition['returns']>): string {
  return typeof type === 'string' ? type : 'by its schema';
}

interface BorderBoxProps {
  readonly node: BorderNode;
  readonly root: TaskPath;
  readonly at: Rect;
  readonly icon: ReactNode;
  readonly title: string;
  readonly about: string;
  readonly children: ReactNode;
}

/** A node at the border. A click selects it; Enter moves on to its form. */
function BorderBox({ node, root, at, icon, title, about, children }: BorderBoxProps) {
  const { view } = useStores();
  const path = buildBorderPath(root, node);
  const selected = useView(({ canvas: { selection } }) => selection.has(path));
  const chooseBorder = (event: MouseEvent) => {
    selectTasks(view, [path]);
    // A click by the keyboard has no number.
    if (event.detail !== 1) focusInspector(view);
  };
  return (
    <button
      type="button"
      data-floating
      data-border={node}
      aria-pressed={selected}
      className={joinClassNames(styles.node, selected && styles.selected)}
      style={{ left: at.x, top: at.y, width: at.width, height: at.height }}
      onClick={chooseBorder}
      onDoubleClick={(event) => event.stopPropagation()}
      onContextMenu={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <span className={styles.head}>
        {icon}
        <span className={styles.title}>{title}</span>
        <span className={styles.type}>{about}</span>
      </span>
      {children}
    </button>
  );
}

function Wires({ wires }: { readonly wires: readonly BorderWire[] }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: each wire in it has a name of its own.
    <svg className={styles.wires}>
      {wires.map(({ key, label, start, end }) => (
        // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of an SVG is not interactive.
        <g key={key} role="img" aria-label={label}>
          <path d={buildEdgePath(start, end)} />
        </g>
      ))}
    </svg>
  );
}

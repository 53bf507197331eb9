import { useStoreApi } from '@xyflow/react';
import { useEffect, useRef, useState } from 'react';
import { useStores } from '@/state/context';
import type { Point } from '@/workflow/document';
import type { TaskType } from '@/workflow/tasks';
import { addTaskAt } from '../../actions/add';
import { nodeHeight, nodeWidth, portY } from '../../geometry/node-geometry';
import { findTypes } from '../../palette/palette-types';
import { canvasPart } from '../canvas-part';
import { type CanvasState, useCanvasState, useCanvasStore } from '../canvas-state';
import styles from './add-menu.module.css';
import type { TypeListProps } from './type-list';

/** The list of task types. Until its code has loaded, a plain field takes what is typed. */
const TypeList = canvasPart.component((canvas) => canvas.TypeList, { Place: TypedAhead });

const menuSize = { width: 208, height: 328 };

/** The task types, shown at the position of the new task. */
export function AddMenu() {
  const canvas = useCanvasStore();
  const menu = useCanvasState((state) => state.addMenu);
  return menu && <OpenMenu key={menu.at.join(' ')} menu={menu} close={() => canvas.setState({ addMenu: undefined })} />;
}

interface OpenMenuProps {
  readonly menu: NonNullable<CanvasState['addMenu']>;
  readonly close: () => void;
}

function OpenMenu({ menu, close }: OpenMenuProps) {
  const stores = useStores();
  const store = useStoreApi();
  const ref = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const { transform, width, height, domNode } = store.getState();
  const left = menu.at[0] * transform[2] + transform[0];
  const top = menu.at[1] * transform[2] + transform[1];
  const leaveMenu = () => {
    close();
    domNode?.focus({ preventScroll: true });
  };
  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) close();
    };
    window.addEventListener('pointerdown', onPointerDown, true);
    return () => window.removeEventListener('pointerdown', onPointerDown, true);
  }, [close]);
  const chooseType = (type: TaskType) => {
    leaveMenu();
    void addTaskAt(stores, type, menu.isAimed ? { middle: computeMiddle(menu) } : { toSelection: true }, menu.connect);
  };
  return (
    <div
      ref={ref}
      className={styles.menu}
      style={{
        left: Math.max(8, Math.min(left, width - menuSize.width - 8)),
        top: Math.max(8, Math.min(top, height - menuSize.height - 8)),
      }}
    >
      <TypeList typed={typed} onType={setTyped} choose={chooseType} leave={leaveMenu} />
    </div>
  );
}

/** The field without the list, for people who type before the list has loaded. */
function TypedAhead({ typed, onType, choose, leave }: TypeListProps) {
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the menu was just opened, to type in
      autoFocus
      aria-label="Add a task"
      placeholder="Add a task"
      value={typed}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={(event) => {
        const [first] = findTypes(typed);
        if (event.key === 'Enter' && first) choose(first);
        if (event.key !== 'Escape') return;
        event.preventDefault();
        leave();
      }}
    />
  );
}

/**
 * The centre of the new task. At the end of a wire, its input port lies where the wire was dropped; otherwise the
 * centre is the position asked for.
 */
function computeMiddle({ at: [x, y], connect }: OpenMenuProps['menu']): Point {
  const below = y + nodeHeight / 2 - portY;
  if (connect.after !== undefined) return [x + nodeWidth / 2, below];
  return connect.before !== undefined ? [x - nodeWidth / 2, below] : [x, y];
}

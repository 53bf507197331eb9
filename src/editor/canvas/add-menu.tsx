import { useReactFlow, useStoreApi } from '@xyflow/react';
import { Command } from 'cmdk';
import { useEffect, useRef } from 'react';
import { useStores } from '@/state/context';
import { TypeTile } from '@/ui/type-tile';
import type { Point } from '@/workflow/document';
import { type TaskType, taskTypeInfo } from '@/workflow/tasks';
import { addTaskAt } from '../actions/add';
import { findTypes, paletteFamilies } from '../palette/palette-types';
import styles from './add-menu.module.css';
import { type CanvasState, useCanvasState, useCanvasStore } from './canvas-state';
import { nodeHeight, nodeWidth, portY } from './node-geometry';

const menuSize = { width: 208, height: 328 };

/** The task types, at the place where the new task will stand. */
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
  const flow = useReactFlow();
  const store = useStoreApi();
  const ref = useRef<HTMLDivElement>(null);
  const { transform, width, height, domNode } = store.getState();
  const left = menu.at[0] * transform[2] + transform[0];
  const top = menu.at[1] * transform[2] + transform[1];
  const leave = () => {
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
  const choose = (type: TaskType) => {
    leave();
    void addTaskAt(stores, type, middleFor(menu), menu.connect);
    if (flow.getZoom() < 0.4) void flow.setCenter(...menu.at, { zoom: 1 });
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
      <Command
        label="Add a task"
        // As the palette finds them: letters that are merely somewhere in the words would offer another type first.
        filter={(type, text) => (findTypes(text).some((found) => found.type === type) ? 1 : 0)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') leave();
          if (event.key === 'Escape' || event.key === 'Tab') event.preventDefault();
        }}
      >
        <Command.Input autoFocus placeholder="Add a task" />
        <Command.List label="Task types">
          <Command.Empty>No type has this name.</Command.Empty>
          {paletteFamilies.map((types) => (
            <Command.Group key={types[0]?.type}>
              {types.map(({ type }) => (
                <Command.Item key={type} value={type} onSelect={() => choose(type)}>
                  <TypeTile type={type} family={taskTypeInfo[type].family} />
                  {taskTypeInfo[type].label}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </div>
  );
}

/** The middle of the new task: at the place asked for; at the end of a wire its port comes to lie there. */
function middleFor({ at: [x, y], connect }: OpenMenuProps['menu']): Point {
  const below = y + nodeHeight / 2 - portY;
  if (connect.after !== undefined) return [x + nodeWidth / 2, below];
  return connect.before !== undefined ? [x - nodeWidth / 2, below] : [x, y];
}

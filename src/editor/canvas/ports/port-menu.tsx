import { useStoreApi } from '@xyflow/react';
import { Command } from 'cmdk';
import { useEffect, useMemo, useRef, useState } from 'react';
import { nameProblem } from '@/base/name';
import { useDocument, useStores } from '@/state/context';
import { endGesture } from '@/state/view/gestures';
import { createInputName, type PortEnds } from '@/workflow/commands/edges/port-edges';
import { formatPortLabel, listPorts } from '@/workflow/graph/ports';
import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import { connectEnds } from '../../actions/connect';
import type { Boxes } from '../../geometry/boxes';
import { useCanvasStore } from '../canvas-state';
import styles from '../menus/add-menu.module.css';
import { newInputPort } from '../wires/wiring';

interface PortMenuProps {
  readonly from: TaskPath;
  readonly to: TaskPath;
  /** Whether it asks for the name of a new input only. */
  readonly isNew: boolean;
  readonly boxes: Boxes;
}

const menuSize = { width: 208, height: 240 };
const main = 'main';

/** The ports of a task at which a wire may end, and the name of a new input. */
export function PortMenu({ from, to, isNew, boxes }: PortMenuProps) {
  const stores = useStores();
  const canvas = useCanvasStore();
  const store = useStoreApi();
  const root = useRef<HTMLDivElement>(null);
  const document = useDocument((state) => state.document);
  const fresh = useMemo(() => createInputName(document, from, to), [document, from, to]);
  const [typed, setTyped] = useState(isNew ? fresh : '');
  const task = locateTask(document, to)?.task;
  const ports = !task || isNew ? [] : listPorts(document, task).map(({ name }) => name);
  const [chosen, setChosen] = useState<string>(ports[0] ?? (isNew ? newInputPort : main));
  const wanted = typed.trim() === '' ? fresh : typed.trim();
  const problem = nameProblem(wanted);
  const words = (value: string) =>
    value === main ? 'runs after it' : value === newInputPort ? `new input ${wanted}` : formatPortLabel(value);
  const spoken = `${formatPathLabel(from)} → ${formatPathLabel(to)}, ${words(chosen)}`;

  useEffect(() => canvas.setState({ portChosen: spoken }), [canvas, spoken]);
  useEffect(() => () => canvas.setState({ portChosen: undefined }), [canvas]);
  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target))
        canvas.setState({ portMenu: undefined });
    };
    window.addEventListener('pointerdown', onPointerDown, true);
    return () => window.removeEventListener('pointerdown', onPointerDown, true);
  }, [canvas]);

  const { transform, width, height, domNode } = store.getState();
  const [x, y, zoom] = transform;
  const box = boxes.get(to);
  const leaveMenu = () => {
    canvas.setState({ portMenu: undefined });
    domNode?.focus({ preventScroll: true });
  };
  const choosePort = (value: string) => {
    leaveMenu();
    endGesture(stores.view, 'connect');
    const port = value === main ? undefined : value === newInputPort ? newInputPort + wanted : value;
    const ends: PortEnds = { from, to, port };
    void connectEnds(stores, ends);
  };
  const left = (box ? box.x : 0) * zoom + x;
  const top = (box ? box.y + box.height : 0) * zoom + y + 8;
  return (
    <div
      ref={root}
      className={styles.menu}
      style={{
        left: Math.max(8, Math.min(left, width - menuSize.width - 8)),
        top: Math.max(8, Math.min(top, height - menuSize.height - 8)),
      }}
    >
      <Command
        label={`Port of ${formatPathLabel(to)}`}
        value={chosen}
        onValueChange={setChosen}
        filter={(value, text) => (value === newInputPort || words(value).includes(text.toLowerCase()) ? 1 : 0)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') leaveMenu();
          if (event.key === 'Escape' || event.key === 'Tab') event.preventDefault();
        }}
      >
        <Command.Input
          autoFocus
          onFocus={(event) => event.target.select()}
          placeholder={isNew ? 'Name of the input' : 'Port, or name of a new input'}
          value={typed}
          onValueChange={setTyped}
        />
        <Command.List label={`Ports of ${formatPathLabel(to)}`}>
          {ports.map((name) => (
            <Command.Item key={name} value={name} onSelect={() => choosePort(name)}>
              {formatPortLabel(name)}
            </Command.Item>
          ))}
          {!isNew && (
            <Command.Item value={main} onSelect={() => choosePort(main)}>
              runs after it
            </Command.Item>
          )}
          <Command.Item value={newInputPort} disabled={problem !== undefined} onSelect={() => choosePort(newInputPort)}>
            {problem ?? `New input ${wanted}`}
          </Command.Item>
        </Command.List>
      </Command>
    </div>
  );
}

const formatPathLabel = (taskPath: TaskPath) => formatSegment(getLastSegment(taskPath));

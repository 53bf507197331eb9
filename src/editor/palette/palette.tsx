import Search from 'lucide-react/icons/search';
import { type DragEvent, useId, useState } from 'react';
import { useStores } from '@/state/context';
import { Kbd } from '@/ui/display/kbd';
import { TypeTile } from '@/ui/display/type-tile';
import { type TaskType, taskTraits } from '@/workflow/tasks';
import { addTaskAt } from '../actions/add';
import styles from './palette.module.css';
import { setDraggedType } from './palette-drag';
import { findTypes, isFirstOfFamily } from './palette-types';

/** The task types, with a search. A click or a drag onto the canvas adds one. */
export function Palette() {
  const stores = useStores();
  const [text, setText] = useState('');
  const listId = useId();
  const found = findTypes(text);
  const addType = (type: TaskType) => {
    setText('');
    void addTaskAt(stores, type);
  };
  return (
    <div className={styles.palette}>
      <div className={styles.search}>
        <Search aria-hidden="true" />
        <input
          type="text"
          placeholder="Add a task"
          aria-label="Search task types"
          aria-controls={listId}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            const [first] = found;
            if (event.key === 'Enter' && first) addType(first);
            if (event.key !== 'Escape' || text === '') return;
            event.preventDefault();
            setText('');
          }}
        />
        <Kbd keys="N" />
      </div>
      <ul id={listId} className={styles.list} aria-label="Task types">
        {found.map((type, index) => (
          <li key={type} className={index > 0 && isFirstOfFamily(found, index) ? styles.family : undefined}>
            <PaletteRow type={type} onAdd={() => addType(type)} />
          </li>
        ))}
        {found.length === 0 && <li className={styles.none}>No matching types.</li>}
      </ul>
    </div>
  );
}

interface PaletteRowProps {
  readonly type: TaskType;
  readonly onAdd: () => void;
}

function PaletteRow({ type, onAdd }: PaletteRowProps) {
  const { label, hint } = taskTraits[type];
  const onDragStart = (event: DragEvent<HTMLButtonElement>) => {
    setDraggedType(event.dataTransfer, type);
    const ghost = event.currentTarget.querySelector(`.${styles.ghost}`);
    if (ghost) event.dataTransfer.setDragImage(ghost, 100, 37);
  };
  return (
    <button
      type="button"
      className={styles.row}
      draggable
      title={`${hint}. Click to add, or drag onto the canvas.`}
      onClick={onAdd}
      onDragStart={onDragStart}
    >
      <TypeTile look={taskTraits[type]} />
      {label}
      <span className={styles.ghost} aria-hidden="true">
        <TypeTile look={taskTraits[type]} />
        {label}
      </span>
    </button>
  );
}

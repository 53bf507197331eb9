import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Search from 'lucide-react/icons/search';
import { type DragEvent, useId, useState } from 'react';
import { useStores, useView } from '@/state/context';
import { setPreferences } from '@/state/view/preferences';
import { Kbd } from '@/ui/display/kbd';
import { TypeTile } from '@/ui/display/type-tile';
import { type TaskType, taskTraits } from '@/workflow/tasks';
import { addTaskAt } from '../actions/add';
import styles from './palette.module.css';
import { setDraggedType } from './palette-drag';
import { findTypes, isFirstOfFamily, moreTypes, usualTypes } from './palette-types';

/** The task types, with a search. A click or a drag onto the canvas adds one. */
export function Palette() {
  const stores = useStores();
  const [text, setText] = useState('');
  const listId = useId();
  const isSearch = text.trim() !== '';
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
        {(isSearch ? found : usualTypes).map((type) => (
          <li key={type}>
            <PaletteRow type={type} isExplained={isSearch} onAdd={() => addType(type)} />
          </li>
        ))}
        {found.length === 0 && <li className={styles.none}>No matching types.</li>}
        {!isSearch && <MoreTypes onAdd={addType} />}
      </ul>
    </div>
  );
}

/** The types that are needed less often, folded until a person wants them. */
function MoreTypes({ onAdd }: { readonly onAdd: (type: TaskType) => void }) {
  const { view } = useStores();
  const isOpen = useView((state) => state.preferences.hasAllTypes);
  return (
    <>
      <li>
        <button
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          onClick={() => setPreferences(view, { hasAllTypes: !isOpen })}
        >
          {isOpen ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
          {moreTypes.length} more types
        </button>
      </li>
      {isOpen &&
        moreTypes.map((type, index) => (
          <li key={type} className={index > 0 && isFirstOfFamily(moreTypes, index) ? styles.family : undefined}>
            <PaletteRow type={type} isExplained={false} onAdd={() => onAdd(type)} />
          </li>
        ))}
    </>
  );
}

interface PaletteRowProps {
  readonly type: TaskType;
  /** Whether it says what the type is for, below its name. */
  readonly isExplained: boolean;
  readonly onAdd: () => void;
}

function PaletteRow({ type, isExplained, onAdd }: PaletteRowProps) {
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
      {isExplained ? (
        <span className={styles.explained}>
          {label}
          <small>{hint}</small>
        </span>
      ) : (
        label
      )}
      <span className={styles.ghost} aria-hidden="true">
        <TypeTile look={taskTraits[type]} />
        {label}
      </span>
    </button>
  );
}

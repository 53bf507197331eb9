import { type KeyboardEvent, type MouseEvent, useMemo, useState } from 'react';
import { useDocument, useStores, useView } from '@/state/context';
import { jumpToTask, selectTasks } from '@/state/view/canvas';
import { TextInput } from '@/ui/form/text-input';
import { getRowHeight } from '@/ui/list/row-height';
import { useVirtualRows } from '@/ui/list/use-virtual-rows';
import { VirtualList } from '@/ui/list/virtual-list';
import { findFunctionName } from '@/workflow/function-path';
import { findContainerPath } from '@/workflow/task-path';
import { focusInspector } from '../actions/focus-inspector';
import { setFolded } from '../actions/fold';
import { getDrawnDocument } from '../geometry/boxes';
import styles from './tree.module.css';
import { TreeRow } from './tree-row';
import { filterRows, listTreeRows } from './tree-rows';

interface WorkflowTreeProps {
  /** Whether there is a field that filters it. */
  readonly isFiltering: boolean;
  readonly onFilterEnd: () => void;
}

/**
 * All tasks as a tree, each after its dependencies. Left and right fold and unfold. The tree is one tab stop; arrows
 * move, which selects the task and shows it on the canvas.
 */
export function WorkflowTree({ isFiltering, onFilterEnd }: WorkflowTreeProps) {
  const stores = useStores();
  const { view } = stores;
  const root = useView((state) => state.canvas.root);
  const all = useDocument(({ document }) => listTreeRows(getDrawnDocument(document, root)));
  const [typed, setFilter] = useState('');
  const filter = isFiltering ? typed : '';
  if (!isFiltering && typed !== '') setFilter('');
  const opened = findFunctionName(root ?? '');
  const filtering = filter.trim() !== '';
  const document = useDocument((state) => (filtering ? getDrawnDocument(state.document, root) : undefined));
  const items = useMemo(() => (document ? filterRows(document, filter) : all), [all, document, filter]);
  const selection = useView((state) => state.canvas.selection);
  const [renaming, setRenaming] = useState<string>();
  const [rowHeight] = useState(() => getRowHeight(26));
  const rows = useVirtualRows({ count: items.length, rowHeight });
  const active = useMemo(() => [...selection].at(-1), [selection]);
  const activeIndex = useMemo(() => items.findIndex(({ taskPath }) => taskPath === active), [items, active]);

  const handleTreeKey = (event: KeyboardEvent): boolean => {
    if (fold(event)) return true;
    if (active === undefined || (event.key !== 'Enter' && event.key !== 'F2')) return false;
    if (event.key === 'Enter') focusInspector(view);
    else setRenaming(active);
    return true;
  };
  const onMove = (index: number, { shiftKey }: KeyboardEvent) => {
    const taskPath = items[index]?.taskPath;
    if (taskPath === undefined) return;
    if (shiftKey) selectTasks(view, [...selection, taskPath]);
    else jumpToTask(view, taskPath);
  };
  /** Whether the key folds or unfolds a container, or moves into or out of one. */
  const fold = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const item = items[activeIndex];
    if (!item || shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return false;
    const { taskPath, open } = item;
    const container = findContainerPath(taskPath);
    if (key === 'ArrowRight' && open === true) jumpToTask(view, items[activeIndex + 1]?.taskPath ?? taskPath);
    else if (!filtering && open === (key === 'ArrowLeft')) void setFolded(stores, [taskPath], open);
    else if (key === 'ArrowLeft' && container !== undefined) jumpToTask(view, container);
    return true;
  };
  const onPress = (index: number, event: MouseEvent) => {
    const id = items[index]?.taskPath;
    if (id === undefined) return;
    if (event.ctrlKey || event.metaKey) {
      selectTasks(view, selection.has(id) ? [...selection].filter((one) => one !== id) : [...selection, id]);
    } else if (event.shiftKey && activeIndex >= 0) {
      const between = items.slice(Math.min(index, activeIndex), Math.max(index, activeIndex) + 1);
      selectTasks(
        view,
        between.map(({ taskPath }) => taskPath),
      );
    } else jumpToTask(view, id);
  };
  const endRename = () => {
    setRenaming(undefined);
    rows.scroller.current?.focus();
  };
  if (all.length === 0) return <p className={styles.empty}>No tasks yet.</p>;
  const onFilterKey = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'Escape' && filter === '') onFilterEnd();
    else if (key === 'Escape') {
      event.preventDefault();
      setFilter('');
    }
    const first = items[0];
    if ((key !== 'ArrowDown' && key !== 'Enter') || first === undefined) return;
    // A container that is listed for what is in it comes before that.
    const hit = items.find(({ open }) => open === undefined) ?? first;
    jumpToTask(view, hit.taskPath);
    rows.scroller.current?.focus();
  };
  return (
    <div className={styles.panel} data-tasks translate="no">
      {isFiltering && (
        <TextInput
          autoFocus
          aria-label="Filter the tasks"
          placeholder="Filter"
          value={filter}
          onChange={setFilter}
          onKeyDown={onFilterKey}
          className={styles.filter ?? ''}
        />
      )}
      {items.length === 0 && <p className={styles.empty}>No matching tasks.</p>}
      <VirtualList
        label={`Tasks of ${opened === undefined ? 'the workflow' : `the function ${opened}`}`}
        role="tree"
        multiselectable
        rows={rows}
        active={activeIndex}
        activeKey={active}
        {...{ onKey: handleTreeKey, onMove, onPress }}
        className={styles.tree}
      >
        {(index, row) => {
          const item = items[index];
          if (item === undefined) return null;
          const { taskPath } = item;
          return (
            <TreeRow
              key={taskPath}
              {...item}
              row={row}
              selected={selection.has(taskPath)}
              renaming={renaming === taskPath}
              onRename={setRenaming}
              onRenamed={endRename}
            />
          );
        }}
      </VirtualList>
    </div>
  );
}

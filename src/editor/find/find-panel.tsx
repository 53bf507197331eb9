import CaseSensitive from 'lucide-react/icons/case-sensitive';
import Regex from 'lucide-react/icons/regex';
import WholeWord from 'lucide-react/icons/whole-word';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '@/base/figures';
import { useDocument, useStores } from '@/state/context';
import { closeFind } from '@/state/view/panels';
import { FoldMark } from '@/ui/display/fold-mark';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { SearchBox } from '@/ui/form/search-box';
import { TextInput } from '@/ui/form/text-input';
import { matchKeys } from '@/ui/keys';
import { useVirtualRows } from '@/ui/list/use-virtual-rows';
import { VirtualList } from '@/ui/list/virtual-list';
import { getActionKeys } from '../actions/action';
import { getAction } from '../actions/actions';
import { getCanvas } from '../actions/canvas-handle';
import { findItems } from './find-items';
import styles from './find-panel.module.css';
import { FindRow } from './find-row';
import { type FindState, type FindStore, getFindStore } from './find-store';
import { KindChoice } from './kind-choice';
import { findNoteKey, openPlace, showFoundNote, showFoundTask } from './open-place';

const rowHeight = 40;

/** Finds and replaces texts of the open workflow. */
export function FindPanel() {
  const stores = useStores();
  const { view } = stores;
  const find = getFindStore(stores);
  const state = useStore(find);
  const panel = useRef<HTMLElement>(null);
  const { rows: found, selected, isReplacing } = state;
  const items = useMemo(() => findItems(found), [found]);
  const active = useMemo(() => items.findIndex(({ key }) => key === selected), [items, selected]);
  const rows = useVirtualRows({ count: items.length, rowHeight });
  const text = useDocument((workflow) => workflow.text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found may have changed with the text
  useEffect(() => find.refresh(), [find, text]);
  useEffect(() => {
    const select = () => panel.current?.querySelector('input')?.select();
    select();
    return view.requests.find.serve(select);
  }, [view]);

  const moveTo = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    find.setState({ selected: item.key });
    rows.scrollTo(index);
    const { taskPath, path } = item.kind === 'found' ? item.row : item.first;
    const note = findNoteKey(path);
    if (note !== undefined) showFoundNote(stores, note);
    else if (taskPath !== undefined) showFoundTask(stores, taskPath);
  };
  const openItem = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    find.setState({ selected: item.key });
    void openPlace(stores, item.kind === 'found' ? item.row : item.first);
  };
  /** The next occurrence after the active row, or before it; from the last one it goes on with the first. */
  const stepBy = (by: 1 | -1) => {
    for (let count = 1; count <= items.length; count += 1) {
      const index = (active + by * count + items.length * 2) % items.length;
      if (items[index]?.kind !== 'found') continue;
      moveTo(index);
      return;
    }
  };
  const enterList = () => {
    if (active < 0) stepBy(1);
    rows.scroller.current?.focus();
  };
  const toggleItem = (index: number) => {
    const item = items[index];
    if (item !== undefined) find.toggle(item.kind === 'found' ? [item.row] : listRowsUnder(items, index));
  };
  const onListKey = (event: KeyboardEvent): boolean => {
    if (event.key === 'Enter') openItem(active);
    else if (event.key === ' ' && isReplacing) toggleItem(active);
    else return false;
    return true;
  };
  const closePanel = () => {
    closeFind(view);
    getCanvas(view)?.focus();
  };
  const onPanelKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') closePanel();
    else if (
      getActionKeys(getAction('find'), view.getState().preferences.ownKeys).some((keys) =>
        matchKeys(event.nativeEvent, keys),
      )
    )
      panel.current?.querySelector('input')?.select();
    else return;
    event.preventDefault();
  };
  return (
    <section ref={panel} className={styles.panel} aria-label="Find and replace" onKeyDown={onPanelKey}>
      <header className={styles.head}>
        <h2 className={styles.title}>Find and replace</h2>
        <IconButton size="s" label="Close the search" shortcut="Escape" icon={<X />} onClick={closePanel} />
      </header>
      <FindFields
        find={find}
        state={state}
        active={items[active]?.key}
        onStep={stepBy}
        onEnterList={items.length > 0 ? enterList : undefined}
      />
      {items.length > 0 && (
        <VirtualList
          label="Found texts"
          role="tree"
          rows={rows}
          active={active}
          activeKey={selected}
          onMove={moveTo}
          onKey={onListKey}
          onPress={(index, event) => {
            const onBox = isReplacing && event.target instanceof Element && event.target.closest('[data-box]') !== null;
            if (onBox) toggleItem(index);
            else openItem(index);
          }}
          className={styles.list}
        >
          {(index, row) => {
            const item = items[index];
            return item && <FindRow key={item.key} item={item} row={row} isActive={index === active} state={state} />;
          }}
        </VirtualList>
      )}
      {found.length < state.total && (
        <div className={styles.more}>
          <Button size="s" onClick={() => void find.more()}>
            Show more
          </Button>
        </div>
      )}
    </section>
  );
}

function listRowsUnder(items: ReturnType<typeof findItems>, heading: number) {
  const rows = [];
  for (const item of items.slice(heading + 1)) {
    if (item.kind === 'heading') break;
    rows.push(item.row);
  }
  return rows;
}

const options = [
  { key: 'matchCase', label: 'Match case', icon: <CaseSensitive /> },
  { key: 'wholeWord', label: 'Whole words', icon: <WholeWord /> },
  { key: 'isRegex', label: 'Regular expression', icon: <Regex /> },
] as const;

interface FindFieldsProps {
  readonly find: FindStore;
  readonly state: FindState;
  /** Key of the active row. */
  readonly active: string | undefined;
  readonly onStep: (by: 1 | -1) => void;
  readonly onEnterList: (() => void) | undefined;
}

/** What is searched for, and what replaces it. */
function FindFields({ find, state, active, onStep, onEnterList }: FindFieldsProps) {
  const { query, error, isReplacing, left, total, replaceable } = state;
  const refused = [...state.refused.keys()].filter((key) => !left.has(key)).length;
  const chosen = replaceable - left.size - refused;
  const one = state.rows.find((row) => row.key === active && row.problem === undefined && !state.refused.has(row.key));
  /** Whether a press has just asked for the second field, which then takes the focus. */
  const unfolded = useRef(false);
  const replaceOne = () => {
    if (one !== undefined) void find.replace({ only: [one.key] });
  };
  const replaceAll = () => void find.replace({ allBut: [...left] });
  return (
    <SearchBox
      label="Find"
      placeholder="Find"
      text={query.text}
      onWrite={(text) => find.write({ text })}
      problem={error}
      onEnter={(isBack) => onStep(isBack ? -1 : 1)}
      onEnterList={onEnterList}
      beside={options.map(({ key, label, icon }) => (
        <IconButton
          key={key}
          label={label}
          icon={icon}
          aria-pressed={query[key]}
          onClick={() => find.write({ [key]: !query[key] })}
        />
      ))}
      status={formatStatus(state)}
      className={styles.fields}
    >
      <KindChoice kinds={query.kinds} onChange={(kinds) => find.write({ kinds })} />
      <Button
        size="s"
        variant="ghost"
        className={styles.fold}
        icon={<FoldMark />}
        aria-expanded={isReplacing}
        onClick={() => {
          unfolded.current = !isReplacing;
          find.setState({ isReplacing: !isReplacing });
        }}
      >
        Replace
      </Button>
      {isReplacing && (
        <>
          <TextInput
            ref={(field) => {
              if (unfolded.current) field?.focus();
              unfolded.current = false;
            }}
            aria-label="Replace with"
            placeholder={query.isRegex ? 'Replace with; $1 is the first group' : 'Replace with'}
            value={query.replacement}
            onChange={(replacement) => find.write({ replacement })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              if (event.ctrlKey || event.metaKey) replaceAll();
              else replaceOne();
            }}
          />
          <div className={styles.line}>
            <Button size="s" disabled={one === undefined || state.replacing !== undefined} onClick={replaceOne}>
              Replace this one
            </Button>
            <Button size="s" disabled={chosen <= 0 || state.replacing !== undefined} onClick={replaceAll}>
              {chosen === total
                ? `Replace all ${total.toLocaleString('en')}`
                : `Replace ${chosen.toLocaleString('en')}`}
            </Button>
            {state.replacing !== undefined && (
              <Button size="s" variant="ghost" onClick={() => find.cancel()}>
                Cancel
              </Button>
            )}
          </div>
        </>
      )}
    </SearchBox>
  );
}

function formatStatus({ status, done, rows, total, query, replacing }: FindState): string {
  if (replacing !== undefined) {
    const { done: written, all } = replacing;
    return all === 0 ? 'Replacing…' : `Replacing… ${written.toLocaleString('en')} of ${formatCount(all, 'task')}.`;
  }
  const found =
    status === 'failed' || query.text === ''
      ? ''
      : status === 'searching' && total === 0
        ? 'Searching…'
        : total === 0
          ? 'Nothing found.'
          : rows.length < total
            ? `The first ${rows.length.toLocaleString('en')} of ${total.toLocaleString('en')} found.`
            : `${total.toLocaleString('en')} found.`;
  return [done, found].filter(Boolean).join(' ');
}

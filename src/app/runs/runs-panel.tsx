import FileInput from 'lucide-react/icons/file-input';
import History from 'lucide-react/icons/history';
import ListFilter from 'lucide-react/icons/list-filter';
import Search from 'lucide-react/icons/search';
import { useMemo, useState } from 'react';
import { formatBytes } from '@/base/figures';
import type { RunEntry } from '@/run/runner';
import { useRun, useRuns, useStores } from '@/state/context';
import { chooseRun } from '@/state/run-actions';
import { openDialog } from '@/state/view/screens';
import { EmptyState } from '@/ui/display/empty-state';
import { Note } from '@/ui/display/note';
import { DropZone } from '@/ui/drop/drop-zone';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { TextInput } from '@/ui/form/text-input';
import { Menu, MenuAt, type MenuEntry } from '@/ui/overlay/menu';
import { pickFile } from '../files/pick-file';
import { ServerRuns } from '../servers/server-runs';
import { toggleStar } from './annotate-run';
import { findRuns, type RunFilter, runFilters } from './find-runs';
import { recordingType } from './pick-recording';
import { describeRunRow } from './row-line';
import { RunList } from './run-list';
import { useRunMenu } from './run-menu';
import { keepRecording, nameOfRun } from './run-use-cases';
import styles from './runs-panel.module.css';
import { findKnownNote } from './use-run-note';
import { useRunsStorage } from './use-runs-storage';

interface OpenMenu {
  readonly id: string;
  readonly at: { readonly x: number; readonly y: number };
}

/** The runs of the workflow, with their figures and actions. Recordings can be dropped on it. */
export default function RunsPanel() {
  const stores = useStores();
  const { view } = stores;
  const { entries, status, failure } = useRuns((state) => state);
  const shown = useRun((state) => state.executionId);
  const { use } = useRunsStorage();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<RunFilter>('all');
  const [menu, setMenu] = useState<OpenMenu>();
  const actions = useRunMenu(menu?.id, menu !== undefined);
  const buildLine = (entry: RunEntry) => describeRunRow(entry, entries, findKnownNote(entry));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a line hangs on the run and on the others alone
  const runs = useMemo(() => findRuns(entries, filter, search, buildLine), [entries, filter, search]);
  const bytes = use && entries.reduce((sum, { id }) => sum + (use.runs.get(id) ?? 0), 0);
  const pick = () => void pickFile([recordingType]).then((file) => file && keepRecording(stores, file));
  const filterMenu: readonly MenuEntry[] = [
    {
      kind: 'choice',
      label: 'Show',
      options: runFilters,
      value: filter,
      onChange: (next) => setFilter(next as RunFilter),
    },
    { kind: 'separator' },
    {
      kind: 'item',
      label: 'Search all runs',
      icon: <Search />,
      onSelect: () => openDialog(view, { name: 'search-runs' }),
    },
    { kind: 'item', label: 'Import a recording', icon: <FileInput />, onSelect: pick },
  ];
  const takeRecording = ({ files: [file] }: DataTransfer) => {
    if (file !== undefined) void keepRecording(stores, file);
  };
  return (
    <DropZone className={styles.panel} onDrop={takeRecording}>
      {entries.length > 0 && (
        <div className={styles.bar}>
          <TextInput aria-label="Find a run" placeholder="Find a run" value={search} onChange={setSearch} />
          <Menu
            trigger={<IconButton label="Filter and import" aria-pressed={filter !== 'all'} icon={<ListFilter />} />}
            label="Filter and import"
            entries={filterMenu}
            align="end"
          />
        </div>
      )}
      {failure !== undefined && (
        <Note tone="error" title="The runs could not be read.">
          {failure.message} {failure.advice}
        </Note>
      )}
      {entries.length > 0 &&
        (runs.length > 0 ? (
          <RunList
            runs={runs}
            selected={shown}
            onSelect={(id) => chooseRun(stores, id)}
            onMenu={(id, at) => setMenu({ id, at })}
            isFiltered={filter !== 'all' || search !== ''}
            onStar={(id) => void toggleStar(stores, id)}
            onDelete={(id) => openDialog(view, { name: 'delete-run', executionId: id })}
          />
        ) : (
          <div className={styles.none}>
            <p>No matching runs.</p>
            {search !== '' && (
              <Button
                size="s"
                icon={<Search />}
                onClick={() => openDialog(view, { name: 'search-runs', text: search })}
              >
                Search prompts and outputs
              </Button>
            )}
          </div>
        ))}
      {entries.length === 0 && status !== 'loading' && failure === undefined && (
        <EmptyState
          icon={<History />}
          title="No runs yet"
          actions={
            <Button icon={<FileInput />} onClick={pick}>
              Import a recording
            </Button>
          }
        >
          Each run is kept here with all that happened in it. A recording that somebody sent you can be dropped here.
        </EmptyState>
      )}
      <ServerRuns />
      <div className={styles.foot}>
        <span className={styles.figures} role="status">
          {entries.length === 1 ? '1 run' : `${entries.length.toLocaleString('en')} runs`}
          {bytes !== undefined && bytes > 0 && ` · ${formatBytes(bytes)}`}
        </span>
        <Button variant="ghost" size="s" onClick={() => openDialog(view, { name: 'clean-up' })}>
          Clean up
        </Button>
      </div>
      <MenuAt
        at={menu?.at}
        label={menu ? `Actions of ${nameOfRun(stores, menu.id).toLowerCase()}` : 'Actions'}
        entries={actions}
        onClose={() => setMenu(undefined)}
      />
    </DropZone>
  );
}

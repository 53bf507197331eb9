import FilePlus from 'lucide-react/icons/file-plus';
import Files from 'lucide-react/icons/files';
import FolderPlus from 'lucide-react/icons/folder-plus';
import ListPlus from 'lucide-react/icons/list-plus';
import Plus from 'lucide-react/icons/plus';
import { useMemo, useState } from 'react';
import { formatBytes } from '@/base/figures';
import { useDocument, useStores } from '@/state/context';
import { EmptyState } from '@/ui/display/empty-state';
import { Note } from '@/ui/display/note';
import { DropZone } from '@/ui/drop/drop-zone';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { TextInput } from '@/ui/form/text-input';
import { Menu, type MenuEntry } from '@/ui/overlay/menu';
import { collectChosenFiles, collectDroppedFiles, type GivenFiles } from './collect-files';
import { addFiles, countFiles } from './file-actions';
import { FileDetail } from './file-detail';
import { FileList } from './file-list';
import { buildFileRows, type FileRow, findRows } from './file-rows';
import styles from './files-panel.module.css';
import { IndexDialog } from './index-dialog';
import { pickFiles } from './pick-files';
import { useStoredFiles } from './use-stored-files';

const noIndex = {};

/** The files of the workflow: the memory index, and the stored files that it names. Files can be dropped on it. */
export function FilesPanel() {
  const stores = useStores();
  const index = useDocument(({ document }) => document.memory?.index) ?? noIndex;
  const { entries, problem, reload } = useStoredFiles();
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<string>();
  const [adding, setAdding] = useState(0);
  const [writing, setWriting] = useState(false);
  const rows = useMemo(() => buildFileRows(index, entries ?? []), [index, entries]);
  const found = useMemo(() => findRows(rows, search), [rows, search]);
  const chosen = rows.find(({ path }) => path === selected);

  const addGiven = async (given: GivenFiles): Promise<void> => {
    setAdding(given.files.length);
    const added = await addFiles(stores, given);
    setAdding(0);
    if (added) reload();
  };
  const pick = async (kind: 'files' | 'folder'): Promise<void> => {
    const files = await pickFiles(kind);
    if (files.length > 0) await addGiven(collectChosenFiles(files));
  };
  // The dialog opens after the menu has closed and given the focus back to its button.
  const entriesOfMenu: readonly MenuEntry[] = [
    { kind: 'item', label: 'Add files', icon: <FilePlus />, onSelect: () => void pick('files') },
    { kind: 'item', label: 'Add a folder', icon: <FolderPlus />, onSelect: () => void pick('folder') },
    { kind: 'separator' },
    {
      kind: 'item',
      label: 'Edit all descriptions',
      icon: <ListPlus />,
      onSelect: () => requestAnimationFrame(() => setWriting(true)),
    },
  ];

  return (
    <DropZone className={styles.panel} onDrop={(dropped) => void collectDroppedFiles(dropped).then(addGiven)}>
      {rows.length > 0 && (
        <div className={styles.bar}>
          <TextInput aria-label="Search files" placeholder="Search files" value={search} onChange={setSearch} />
          <Menu trigger={<IconButton label="Add files" icon={<Plus />} />} label="Files" entries={entriesOfMenu} />
        </div>
      )}
      {problem !== undefined && <Note tone="error">{problem}</Note>}
      {rows.length > 0 && (
        <>
          <FileList rows={found} selected={chosen?.path} onSelect={setSelected} />
          <p className={styles.figures} role="status">
            {adding > 0 ? `Adding ${countFiles(adding)}` : formatFigures(rows, found)}
          </p>
          {chosen && <FileDetail key={chosen.path} row={chosen} onChanged={reload} />}
        </>
      )}
      {rows.length === 0 && entries !== undefined && (
        <EmptyState
          icon={<Files />}
          title={adding > 0 ? `Adding ${countFiles(adding)}` : 'No files yet'}
          actions={
            <>
              <Button icon={<FilePlus />} onClick={() => void pick('files')}>
                Add files
              </Button>
              <Button icon={<FolderPlus />} onClick={() => void pick('folder')}>
                Add a folder
              </Button>
            </>
          }
        >
          Drop files or a folder here. A memory match finds them by their descriptions, and models can read them. They
          stay in this browser.
        </EmptyState>
      )}
      {writing && <IndexDialog onClose={() => setWriting(false)} />}
    </DropZone>
  );
}

function formatFigures(rows: readonly FileRow[], found: readonly FileRow[]): string {
  if (found.length < rows.length) return `${found.length} of ${countFiles(rows.length)}`;
  const bytes = rows.reduce((sum, row) => sum + (row.bytes ?? 0), 0);
  return `${countFiles(rows.length)}, ${formatBytes(bytes)}`;
}

import { useEffect, useState } from 'react';
import { formatCount } from '@/base/figures';
import { useStores, useView } from '@/state/context';
import { attemptAction } from '@/ui/attempt';
import { Button } from '@/ui/form/button';
import { TextInput } from '@/ui/form/text-input';
import { Dialog } from '@/ui/overlay/dialog';
import { useApp } from '../app-context';
import type { AppDialogProps } from '../dialogs/app-dialog';
import { putLastFolder, readLastFolder, removeLink } from './file-links';
import { type FolderHandle, isPermitted, pickFolder } from './file-system-access';
import styles from './folder-dialog.module.css';
import { followOpenFile } from './follow-files';
import { listWorkflowFiles } from './list-workflow-files';

type Listed = Awaited<ReturnType<typeof listWorkflowFiles>>;

/** The workflows of a folder on this machine, to be worked on in place. */
export default function FolderDialog({ onClose }: AppDialogProps) {
  const stores = useStores();
  const { workflows } = useApp();
  const followed = useView(({ workflow: { savedIn }, screen: { at: screen } }) =>
    screen === 'start' ? undefined : savedIn,
  );
  const [folder, setFolder] = useState<FolderHandle>();
  const [listed, setListed] = useState<Listed>();
  const [words, setWords] = useState('');
  const showFolder = (next: FolderHandle | undefined, asks: boolean) =>
    attemptAction(async () => {
      if (next === undefined) return;
      setFolder(next);
      setListed((await isPermitted(next, asks)) ? await listWorkflowFiles(next) : undefined);
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last folder is shown once
  useEffect(() => {
    void attemptAction(async () => showFolder(await readLastFolder(), false));
  }, []);
  const chooseFolder = () =>
    attemptAction(async () => {
      const chosen = await pickFolder();
      if (chosen === undefined) return;
      await putLastFolder(chosen);
      await showFolder(chosen, true);
    });
  const found = listed?.files.filter(({ path }) => path.toLowerCase().includes(words.trim().toLowerCase())) ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      title={folder ? `Folder “${folder.name}”` : 'Open a folder'}
      width="wide"
      footer={
        <>
          {followed !== undefined && (
            <Button
              variant="ghost"
              onClick={() =>
                void attemptAction(async () => {
                  await removeLink(stores.document.getState().id);
                  await followOpenFile(stores);
                  onClose();
                })
              }
            >
              Stop writing to “{followed}”
            </Button>
          )}
          {folder && listed === undefined && (
            <Button onClick={() => void showFolder(folder, true)}>Open “{folder.name}” again</Button>
          )}
          <Button variant={folder ? 'default' : 'primary'} onClick={() => void chooseFolder()}>
            {folder ? 'Choose another folder' : 'Choose a folder'}
          </Button>
        </>
      }
    >
      <p>
        A workflow that you open here and its file follow each other: what you edit is written to the file, and what
        others write is taken over. Runs stay in this browser.
      </p>
      {listed && (
        <>
          <TextInput
            type="search"
            aria-label="Find a file"
            placeholder="Find a file"
            value={words}
            onChange={setWords}
            data-autofocus
          />
          <p role="status">
            {listed.files.length === 0
              ? 'This folder has no workflow in YAML.'
              : `${formatCount(found.length, 'file')} found.`}
            {listed.isWhole ? '' : ' The folder has more than is listed.'}
          </p>
          <ul className={styles.files}>
            {found.map((file) => (
              <li key={file.path}>
                <button
                  type="button"
                  className={styles.file}
                  onClick={async () => {
                    if (await workflows.folderFile(file)) onClose();
                  }}
                >
                  {file.path}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

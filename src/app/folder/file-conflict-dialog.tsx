import { useStores } from '@/state/context';
import { openScreen } from '@/state/view/screens';
import { attemptAction } from '@/ui/attempt';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import type { AppDialogProps } from '../dialogs/app-dialog';
import { getFollowedFile, settleFile } from './follow-files';

/** Asks which of two texts counts: a workflow and its file were both changed. Closing it decides nothing. */
export default function FileConflictDialog({ onClose }: AppDialogProps) {
  const stores = useStores();
  const file = getFollowedFile();
  const path = file?.path ?? '';
  const settleConflict = (prefer: 'mine' | 'theirs') => {
    onClose();
    void settleFile(stores, prefer);
  };
  const compareVersions = () =>
    attemptAction(async () => {
      const theirs = await file?.read();
      if (theirs === undefined) return;
      const read = await stores.services.documents.readFile(new TextEncoder().encode(theirs), path);
      onClose();
      openScreen(stores.view, { at: 'compare', with: { kind: 'file', file: read } });
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`“${path}” was changed here and in its folder`}
      width="wide"
      footer={
        <>
          <Button variant="ghost" onClick={() => void compareVersions()}>
            See the difference
          </Button>
          <Button onClick={() => settleConflict('theirs')}>Take the file</Button>
          <Button onClick={() => settleConflict('mine')}>Write mine to the file</Button>
        </>
      }
    >
      <p>
        Somebody wrote to the file while there were edits here that it does not have. Nothing is written or taken until
        you choose. If you take the file, undo brings yours back.
      </p>
    </Dialog>
  );
}

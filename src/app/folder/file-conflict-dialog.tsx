import { useStores } from '@/state/context';
import { openScreen } from '@/state/view/screens';
import { attempt } from '@/ui/attempt';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import type { AppDialogProps } from '../dialogs/app-dialog';
import { followedFile, settleFile } from './follow-files';

/** Asks which of two texts counts: a workflow and its file were both changed. Closing it decides nothing. */
export default function FileConflictDialog({ onClose }: AppDialogProps) {
  const stores = useStores();
  const file = followedFile();
  const path = file?.path ?? '';
  const settle = (prefer: 'mine' | 'theirs') => {
    onClose();
    void settleFile(stores, prefer);
  };
  const compare = () =>
    attempt(async () => {
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
          <Button variant="ghost" onClick={() => void compare()}>
            See the difference
          </Button>
          <Button onClick={() => settle('theirs')}>Take the file</Button>
          <Button onClick={() => settle('mine')}>Write mine to the file</Button>
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

import { formatBytes } from '@/base/figures';
import { makeLineVisible } from '@/base/visible-text';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import { useApp } from '../app-context';
import type { DialogAbout } from '../dialogs/app-dialog';

/** Asks before a run is opened that the page of a shared run gives. */
export default function ReceiveRunDialog({ dialog: { title, file }, onClose }: DialogAbout<'receive-run'>) {
  const { workflows } = useApp();
  const open = async () => {
    onClose();
    await workflows.file(file);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Open this run in Heddle?"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" data-autofocus onClick={() => void open()}>
            Open
          </Button>
        </>
      }
    >
      <p>
        The file of a shared run offers “{makeLineVisible(title, 200)}”, {formatBytes(file.size)}. It is checked, kept
        in this browser with its workflow, and can be read and forked with your own key. Nothing is sent.
      </p>
    </Dialog>
  );
}

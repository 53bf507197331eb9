import { Dialog } from '@/ui/overlay/dialog';
import { useApp } from '../app-context';
import type { AppDialogProps } from '../dialogs/app-dialog';
import { GalleryBrowser } from './gallery-browser';

/** The gallery over the editor. What is opened becomes a workflow of its own. */
export default function GalleryDialog({ onClose }: AppDialogProps) {
  const { workflows } = useApp();
  return (
    <Dialog open onClose={onClose} title="Gallery" width="full">
      <p>
        Each workflow opens with the recording of a run, which needs no key: play it, or run it, and as long as nothing
        is changed all results are taken from the recording. The replies in it were written for the gallery.
      </p>
      <GalleryBrowser
        focused
        onOpen={async (entry, isPlayed) => {
          if (await workflows.gallery(entry, isPlayed)) onClose();
        }}
      />
    </Dialog>
  );
}

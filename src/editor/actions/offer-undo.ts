import type { AppStores } from '@/state/context';
import type { DocumentState } from '@/state/document-state';
import type { Notice } from '@/ui/overlay/notice';
import { notifyPerson } from '@/ui/overlay/toast';

/**
 * The button of a message about the newest edit that takes it back. A message stays for a while: once something else
 * was changed, the button takes back nothing, and says so.
 */
export function offerUndo({ document }: Pick<AppStores, 'document'>): NonNullable<Notice['action']> {
  const told = findNewestMark(document.getState());
  return {
    label: 'Undo',
    run() {
      if (findNewestMark(document.getState()) === told) {
        void document.actions.undo();
        return;
      }
      notifyPerson({
        tone: 'info',
        id: 'undo-passed',
        title: 'Nothing is undone: it is not the newest change any more',
        detail: 'Undo in the top bar takes back one change after the other, the newest first.',
      });
    },
  };
}

/** What names the newest step of the edit history; undefined: there is none. */
function findNewestMark({ unwritten, past }: Pick<DocumentState, 'unwritten' | 'past'>): string | undefined {
  return (unwritten.at(-1) ?? past.at(-1))?.mark;
}

import type { AppStores } from '@/state/context';
import { openScreen } from '@/state/view/screens';
import { attemptAction } from '@/ui/attempt';
import { notifyPerson } from '@/ui/overlay/toast';
import { leaveForBefore } from './open-workflow';

/** Something that is being opened. */
export interface Opening {
  /** What it is called, for example by its file; undefined: a workflow of this browser. */
  readonly name: string | undefined;
  /** The workflow that was open before; empty: none. */
  readonly before: string;
  /** Ends when it is open, or is not opened. */
  readonly work: Promise<unknown>;
  /** Leaves it before it is a workflow. */
  readonly leave: () => void;
}

/** Says that something is being opened, which takes long, and lets the person leave it for what was open before. */
export function tellOpening(stores: AppStores, { name, before, work, leave }: Opening): void {
  notifyPerson({
    tone: 'busy',
    title: `Opening ${name ? `“${name}”` : 'the workflow'}…`,
    until: work,
    action: {
      label: 'Cancel',
      run: () => {
        leave();
        if (stores.document.getState().id === before) return;
        const { screen } = stores.view.getState();
        void attemptAction(async () => {
          await leaveForBefore(stores, before);
          openScreen(stores.view, before === '' ? { at: 'start' } : screen);
        });
      },
    },
  });
}

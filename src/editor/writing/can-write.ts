import type { AppStores } from '@/state/context';
import { getSelectedTask } from '@/state/view-store';

/** The button of the field that has the focus, by which its text is opened. */
export const findFocusedWriteButton = () =>
  globalThis.document.activeElement?.closest('[data-field]')?.querySelector<HTMLElement>('[data-write]');

/** Whether the key has a text to open: that of the focused field, or of the one selected task. */
export function canWrite({ view }: AppStores): boolean {
  const {
    dialog,
    screen: { at: screen },
  } = view.getState();
  if (dialog !== undefined || screen !== 'editor') return false;
  return findFocusedWriteButton() != null || getSelectedTask(view.getState()) !== undefined;
}

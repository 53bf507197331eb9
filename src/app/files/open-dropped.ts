import type { ViewStore } from '@/state/view-store';
import { notifyPerson } from '@/ui/overlay/toast';
import type { AppServices } from '../app-context';

/** The most files that are opened at once, each in a tab. */
const mostFiles = 20;

/** Resolves when no dialog is open. */
function awaitNoDialog(view: ViewStore): Promise<void> {
  return new Promise((resolve) => {
    if (view.getState().dialog === undefined) return resolve();
    const leave = view.subscribe(({ dialog }) => {
      if (dialog !== undefined) return;
      leave();
      resolve();
    });
  });
}

/** Opens dropped files one after the other, each as a workflow of its own. */
export async function openDropped(
  files: readonly File[],
  { workflows }: Pick<AppServices, 'workflows'>,
  view: ViewStore,
): Promise<void> {
  if (files.length > mostFiles) {
    const detail = `The first ${mostFiles} of ${files.length} are opened.`;
    notifyPerson({ tone: 'info', title: `Drop at most ${mostFiles} files at a time.`, detail });
  }
  for (const file of files.slice(0, mostFiles)) {
    await workflows.file(file);
    // A file with mistakes asks a question, which the next file must not take away.
    await awaitNoDialog(view);
  }
}

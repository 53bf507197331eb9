import { type JournalPath, taskPathOf } from '@/run/journal-path';
import { jumpTo, type ViewStore } from '@/state/view-store';

/** Selects the task of an instance, and this one of its runs. */
export function showInstance(view: ViewStore, instance: JournalPath): void {
  jumpTo(view, taskPathOf(instance));
  view.setState({ instance });
}

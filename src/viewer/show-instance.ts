import { type JournalPath, placeOf } from '@/run/path';
import { jumpTo, type ViewStore } from '@/state/view-store';

/** Selects the place of an instance and looks at this one of its runs. */
export function showInstance(view: ViewStore, instance: JournalPath): void {
  jumpTo(view, placeOf(instance));
  view.setState({ instance });
}

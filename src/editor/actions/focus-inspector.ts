import { openInspector, setPanels } from '@/state/view/panels';
import type { ViewStore } from '@/state/view-store';

/** Opens the inspector at the selected task, whose title is then written in its head. */
export function writeTitle(view: ViewStore): void {
  setPanels(view, { right: true });
  view.requests.title.send(undefined);
}

/** Opens the inspector at the selected task and moves the focus into it. */
export function focusInspector(view: ViewStore): void {
  openInspector(view, { inspector: 'task' });
  const { selection } = view.getState().canvas;
  // The panel may have to be rendered first.
  requestAnimationFrame(() => {
    if (focusField()) return;
    // The code of its fields may have to load too. If the person moves the focus meanwhile, it stays there.
    const before = document.activeElement;
    const observer = new MutationObserver(() => {
      const hasLeft = document.activeElement !== before || view.getState().canvas.selection !== selection;
      if (hasLeft || focusField()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

/** Focuses a field of the task, or of the workflow if no task is selected, if the fields are rendered. */
function focusField(): boolean {
  const inspector = document.querySelector('[data-inspector]');
  const fields = inspector?.querySelector('[data-task-fields]') ?? inspector;
  const found = fields?.querySelector<HTMLElement>('input, textarea, select');
  found?.focus();
  return found !== undefined && found !== null;
}

import { openInspector } from '@/state/view/panels';
import type { ViewStore } from '@/state/view-store';

/** Opens the inspector at the selected task and moves the focus into it; with `rename` into the field of its id. */
export function focusInspector(view: ViewStore, field?: 'rename'): void {
  openInspector(view, { inspector: 'task' });
  const { selection } = view.getState().canvas;
  // The panel may have to be rendered first.
  requestAnimationFrame(() => {
    if (focusField(field)) return;
    // The code of its fields may have to load too. If the person moves the focus meanwhile, it stays there.
    const before = document.activeElement;
    const observer = new MutationObserver(() => {
      const hasLeft = document.activeElement !== before || view.getState().canvas.selection !== selection;
      if (hasLeft || focusField(field)) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

/** Focuses a field of the task, or of the workflow if no task is selected, if the fields are rendered. */
function focusField(field: 'rename' | undefined): boolean {
  const inspector = document.querySelector('[data-inspector]');
  const fields = inspector?.querySelector('[data-task-fields]') ?? inspector;
  const target = field && fields?.querySelector<HTMLElement>(`[data-field="${field}"]`);
  const found = target ?? fields?.querySelector<HTMLElement>('input, textarea, select');
  found?.focus();
  if (target instanceof HTMLInputElement) target.select();
  return found !== undefined && found !== null;
}

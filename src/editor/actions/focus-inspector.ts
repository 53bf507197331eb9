import type { ViewStore } from '@/state/view-store';

/** Opens the inspector at the selected task and puts the focus into it, for `rename` into the field of its id. */
export function focusInspector(view: ViewStore, field?: 'rename'): void {
  view.setState(({ panels }) => ({ panels: { ...panels, right: true }, inspectorTab: 'task' }));
  // The panel may have to be drawn first.
  requestAnimationFrame(() => {
    const inspector = document.querySelector('aside[aria-label="Inspector"]');
    const target = field && inspector?.querySelector<HTMLElement>(`[data-field="${field}"]`);
    const first = inspector?.querySelector<HTMLElement>('input, textarea, select');
    (target ?? first)?.focus();
    if (target instanceof HTMLInputElement) target.select();
  });
}

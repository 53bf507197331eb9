import type { Panels, ViewStore } from '@/state/view-store';
import { readRemembered } from './local-settings';

/** Below these widths in px a panel covers the canvas, and is closed until it is asked for. */
const coverBelow = { right: 1100, left: 800 } as const;
type Side = keyof typeof coverBelow;
const sides: readonly Side[] = ['left', 'right'];

const narrowFor = (side: Side) => matchMedia(`(max-width: ${coverBelow[side] - 1}px)`);
const wanted = (side: Side): boolean => readRemembered().panels?.[side] ?? true;

/**
 * Closes the panels that would cover the canvas when the window becomes narrow, and brings them back when it is wide.
 */
export function followWidth(view: ViewStore): void {
  const fits = (side: Side) => !narrowFor(side).matches && wanted(side);
  // Both at once: a change of one is remembered, and would be taken for the person's wish for the other.
  const adapt = () =>
    view.setState(({ panels }) => ({ panels: { ...panels, left: fits('left'), right: fits('right') } }));
  if (sides.some((side) => narrowFor(side).matches)) adapt();
  for (const side of sides) narrowFor(side).addEventListener('change', adapt);
}

/** The panels as they are to be remembered: whether one is open says nothing while the window is too narrow for it. */
export function panelsToRemember(panels: Panels): Panels {
  const open = (side: Side) => (narrowFor(side).matches ? wanted(side) : panels[side]);
  return { ...panels, left: open('left'), right: open('right') };
}

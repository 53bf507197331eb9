import { fitPanels, openInspectorOnce } from '@/state/view/panels';
import { defaultPanels, type Panels, type ViewStore } from '@/state/view-store';
import { readRemembered } from './local-settings';

/** Below these widths in px a panel covers the canvas, and stays closed until a person opens it. */
const coverBelow = { right: 1100, left: 800 } as const;
type Side = keyof typeof coverBelow;
const sides: readonly Side[] = ['left', 'right'];

const narrowFor = (side: Side) => matchMedia(`(max-width: ${coverBelow[side] - 1}px)`);
/** Whether the window is so narrow that this panel covers the canvas. */
export const isNarrow = (side: Side): boolean => narrowFor(side).matches;
const readWanted = (): Panels => readRemembered().panels ?? defaultPanels;

/**
 * Closes the panels that would cover the canvas when the window becomes narrow, and opens them again when it is wide.
 */
export function followWidth(view: ViewStore): void {
  const isFitting = (side: Side) => !narrowFor(side).matches && readWanted()[side];
  // Both at once: a change of one is stored, and would count as the person's choice for the other.
  const adapt = () => fitPanels(view, { left: isFitting('left'), right: isFitting('right') });
  if (sides.some((side) => narrowFor(side).matches)) adapt();
  for (const side of sides) narrowFor(side).addEventListener('change', adapt);
}

/** The panels to store. While the window is too narrow for a panel, whether it is open is not the person's choice. */
export function selectPanelsToRemember(panels: Panels): Panels {
  const wanted = readWanted();
  return {
    ...panels,
    ...(isNarrow('left') && { left: wanted.left }),
    ...(isNarrow('right') && { right: wanted.right, isRightSet: wanted.isRightSet ?? false }),
  };
}

/** Opens the inspector with the first selection, where it does not cover the canvas. */
export function openInspectorBySelection(view: ViewStore): void {
  view.subscribe(({ canvas: { selection } }, { canvas: before }) => {
    if (selection !== before.selection && selection.size > 0 && !isNarrow('right')) openInspectorOnce(view);
  });
}

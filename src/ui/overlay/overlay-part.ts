import { createPart } from '../lazy/part';

/** Menus and tooltips, which the first screen has none of. */
export const overlayPart = createPart(() => import('./overlays'));

import { createPart, type LazyPart } from '@/ui/lazy/part';
import { awaitIdle } from '@/ui/when-idle';

/** A part that is on the first screen, or near it; the canvas loads before it. */
const createPartAfterCanvas = <Code>(load: () => Promise<Code>): LazyPart<Code> =>
  createPart(async () => {
    await awaitIdle();
    return load();
  });

/** What stands at the left: the tasks, and what else has a tab there. */
export const leftParts = createPartAfterCanvas(() => import('./left-parts'));
/** What shows a run: its banners, questions, controls and name; and the menus above the canvas. */
export const runParts = createPartAfterCanvas(() => import('./run-parts'));
/** The forms of everything that can be selected. */
export const inspectorPart = createPartAfterCanvas(() => import('@/editor/inspectors/inspector'));
/** The drawer with all its panes, and what else shows outputs. */
export const drawerParts = createPartAfterCanvas(() => import('./drawer-parts'));
/** The models, as a page of their own and as a screen of the open workflow. */
export const modelsPart = createPart(() => import('../models/models-parts'));
/** All dialogs. */
export const dialogsPart = createPart(() => import('../dialogs/dialog-parts'));

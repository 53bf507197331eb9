import type { ScreenName, ViewState } from '@/state/view-store';
import type { GuidePage } from '@/ui/guide';
import { type TaskType, taskTraits } from '@/workflow/tasks';

const pageOfScreen: { readonly [K in Exclude<ScreenName, 'editor'>]: GuidePage } = {
  start: 'first-minute',
  plan: 'runs',
  compare: 'checkpoints',
  'compare-runs': 'runs',
  context: 'context',
  models: 'models',
  tools: 'tools',
};

/**
 * The page of the guide on what is open: the screen; in the editor the selected task, else the code, the panel at the
 * left or the canvas. `type`: of the selected task.
 */
export function findHelpPage(
  { screen, preferences, sides }: Pick<ViewState, 'screen' | 'preferences' | 'sides'>,
  type: TaskType | undefined,
): GuidePage {
  const { mode, panels } = preferences;
  if (screen.at !== 'editor') return pageOfScreen[screen.at];
  if (type !== undefined) return taskTraits[type].guide;
  if (mode === 'code') return 'code';
  if (panels.left && sides.left === 'runs') return 'runs';
  if (panels.left && sides.left === 'files') return 'memory';
  if (panels.left && sides.left === 'library') return 'library';
  return 'canvas';
}

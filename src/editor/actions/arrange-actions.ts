import type { AppStores } from '@/state/context';
import { countSelectedTasks } from '@/state/view-store';
import type { AlignWay } from '../geometry/align';
import type { Action } from './action';
import { withEdits } from './with-edits';

const hasAtLeastSelected =
  (count: number) =>
  ({ view }: AppStores) =>
    countSelectedTasks(view.getState()) >= count;

const arrangements: readonly (readonly [AlignWay, string, string])[] = [
  ['left', 'Align left', 'Alt+A'],
  ['centre', 'Align centres', 'Alt+H'],
  ['right', 'Align right', 'Alt+D'],
  ['top', 'Align top', 'Alt+W'],
  ['middle', 'Align middles', 'Alt+V'],
  ['bottom', 'Align bottom', 'Alt+S'],
  ['horizontally', 'Distribute horizontally', 'Shift+Alt+H'],
  ['vertically', 'Distribute vertically', 'Shift+Alt+V'],
];

/** Arranging the selected tasks. */
export const arrangeActions: readonly Action[] = [
  ...arrangements.map(
    ([how, label, keys]): Action => ({
      id: `arrange-${how}`,
      label,
      group: 'Tasks',
      keys: [keys],
      scope: 'canvas',
      enabled: hasAtLeastSelected(how === 'horizontally' || how === 'vertically' ? 3 : 2),
      run: (stores) => withEdits(({ arrangeSelected: arrange }) => arrange(stores, how)),
    }),
  ),
  {
    id: 'tidy-selected',
    label: 'Tidy up the selected tasks',
    group: 'Tasks',
    keys: ['Alt+T'],
    scope: 'canvas',
    enabled: hasAtLeastSelected(2),
    run: (stores) => withEdits(({ tidySelected }) => tidySelected(stores)),
  },
];

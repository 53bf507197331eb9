import type { AppStores } from '@/state/context';
import { countSelectedTasks } from '@/state/view-store';
import type { Action } from './action';
import { type Edits, withEdits } from './with-edits';

/** An action that gives the selected tasks another structure. */
function createStructureAction(
  id: string,
  label: string,
  keys: readonly string[],
  run: (edits: Edits, stores: AppStores) => Promise<void>,
): Action {
  return {
    id,
    label,
    group: 'Tasks',
    keys,
    enabled: ({ view }) => countSelectedTasks(view.getState()) > 0,
    run: (stores) => withEdits((edits) => run(edits, stores)),
  };
}

/** What groups, wraps and replaces tasks. */
export const structureActions: readonly Action[] = [
  createStructureAction('group', 'Group', ['Mod+G'], (edits, stores) => edits.groupSelected(stores)),
  createStructureAction('ungroup', 'Ungroup', ['Mod+Shift+G'], (edits, stores) => edits.ungroupSelected(stores)),
  createStructureAction('wrap-map', 'Wrap in a map', [], (edits, stores) => edits.wrapSelected(stores, 'map')),
  createStructureAction('wrap-loop', 'Wrap in a loop', [], (edits, stores) => edits.wrapSelected(stores, 'loop')),
  createStructureAction('wrap-director', 'Repeat until a judge accepts', [], (edits, stores) =>
    edits.wrapSelected(stores, 'director_evaluator'),
  ),
  createStructureAction('extract', 'Extract to a function', [], (edits, stores) => edits.extractSelected(stores)),
  createStructureAction('inline', 'Inline the function', [], (edits, stores) => edits.inlineSelected(stores)),
];

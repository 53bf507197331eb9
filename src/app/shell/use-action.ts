import { isEnabled } from '@/editor/actions/action';
import { actionOf } from '@/editor/actions/actions';
import { useDocument, useRun, useStores, useView } from '@/state/context';

/** An action as a button shows it. */
export interface ShownAction {
  readonly label: string;
  readonly shortcut: string | undefined;
  readonly enabled: boolean;
  readonly run: () => void;
}

/**
 * The action of this id from the one table of actions, following whether it can be run now. Throws if there is none.
 */
export function useAction(id: string): ShownAction {
  const stores = useStores();
  const action = actionOf(id);
  const look = () => isEnabled(action, stores);
  // Which of the states it hangs on is the action's own affair: each may turn it on or off.
  const states = [useDocument(look), useView(look), useRun(look)];
  return {
    label: action.label,
    shortcut: action.keys[0],
    enabled: states.every(Boolean),
    run: () => void action.run(stores),
  };
}

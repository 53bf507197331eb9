import { getActionKeys, isEnabled } from '@/editor/actions/action';
import { getAction } from '@/editor/actions/actions';
import { useDocument, useRun, useStores, useView } from '@/state/context';

/** An action in the form that a button shows. */
export interface ShownAction {
  readonly label: string;
  readonly shortcut: string | undefined;
  readonly enabled: boolean;
  readonly run: () => void;
}

/** The action with this id; it follows whether the action can be run now. Throws if there is none. */
export function useAction(id: string): ShownAction {
  const stores = useStores();
  const action = getAction(id);
  const checkEnabled = () => isEnabled(action, stores);
  // Any of the three states may enable or disable an action.
  const states = [useDocument(checkEnabled), useView(checkEnabled), useRun(checkEnabled)];
  return {
    label: action.label,
    shortcut: useView(({ preferences: { ownKeys } }) => getActionKeys(action, ownKeys)[0]),
    enabled: states.every(Boolean),
    run: () => void action.run(stores),
  };
}

import { useDocument, useOutlook, useRun, useStores, useView } from '@/state/context';
import { formatActionLabel, getActionKeys, isEnabled } from './action';
import { getAction } from './actions';

/** An action in the form that a button shows. */
export interface ShownAction {
  readonly label: string;
  readonly shortcut: string | undefined;
  readonly enabled: boolean;
  readonly run: () => void;
}

/** The action with this id; it follows whether it can be run now, and what it would do. Throws if there is none. */
export function useAction(id: string): ShownAction {
  const stores = useStores();
  const action = getAction(id);
  const checkEnabled = () => isEnabled(action, stores);
  // Any of these states may enable or disable an action.
  const states = [useDocument(checkEnabled), useView(checkEnabled), useRun(checkEnabled), useOutlook(checkEnabled)];
  const formatLabel = () => formatActionLabel(action, stores);
  useDocument(formatLabel);
  return {
    label: useView(formatLabel),
    shortcut: useView(({ preferences: { ownKeys } }) => getActionKeys(action, ownKeys)[0]),
    enabled: states.every(Boolean),
    run: () => void action.run(stores),
  };
}

import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TaskPath } from '@/workflow/task-path';
import { useStores } from './context';
import type { ViewStore } from './view-store';

/** A task whose output a field can name. */
export interface PickSource {
  readonly taskPath: TaskPath;
  readonly name: string;
}

/** A step into an output: the name of a field, or the place in a list. */
export type OutputStep = string | number;

/** A field that takes the name of a value, while a person writes in it. */
export interface PickTarget {
  /** The field, in words. */
  readonly label: string;
  /** The tasks whose values it can name, the nearest first. */
  readonly sources: readonly PickSource[];
  /** How the field names a value. */
  write(source: PickSource, steps: readonly OutputStep[]): string;
  /** Puts that into the field. */
  pick(source: PickSource, steps: readonly OutputStep[]): void;
}

interface Picking {
  readonly target: PickTarget | undefined;
}

/** The attribute of what a field may give the focus to, and still be the one that takes what is picked. */
export const picksAttribute = 'data-picks';

const pickings = new WeakMap<ViewStore, StoreApi<Picking>>();

/** The field in which values are picked now, by the page that shows it. */
function getPicking(view: ViewStore): StoreApi<Picking> {
  const known = pickings.get(view);
  if (known !== undefined) return known;
  const made = createStore<Picking>(() => ({ target: undefined }));
  pickings.set(view, made);
  return made;
}

/** Lets a field take what is picked; returns what ends that. */
export function setPickTarget(view: ViewStore, target: PickTarget): () => void {
  const picking = getPicking(view);
  picking.setState({ target });
  return () => {
    if (picking.getState().target === target) picking.setState({ target: undefined });
  };
}

/** The field that takes what is picked; undefined: none does. */
export function usePickTarget(): PickTarget | undefined {
  return useStore(getPicking(useStores().view), ({ target }) => target);
}

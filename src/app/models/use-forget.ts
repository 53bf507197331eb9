import type { LearnedKey } from '@/providers/catalogue/learned-facts';
import { notifyPerson } from '@/ui/overlay/toast';
import { useApp } from '../app-context';
import type { MakeChange } from '../dialogs/use-reloaded';

/** Undoes what a refusal taught, and shows an error if that fails. */
export function useForget(change: MakeChange): (entry: LearnedKey) => Promise<void> {
  const { models } = useApp();
  return async ({ provider, address, model, parameter }) => {
    const failed = await change(() => models.forget({ provider, address, model, parameter }));
    if (failed !== undefined) notifyPerson({ tone: 'error', title: 'It was not undone.', detail: failed });
  };
}

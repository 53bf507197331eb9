import type { LearnedKey } from '@/providers/catalogue/learned-facts';
import { notifyOutcome } from '@/ui/attempt';
import { useApp } from '../app-context';
import type { MakeChange } from '../dialogs/use-reloaded';

/** Undoes what a refusal taught, and shows an error if that fails. */
export function useForget(change: MakeChange): (entry: LearnedKey) => Promise<void> {
  const { models } = useApp();
  return async ({ provider, address, model, parameter }) => {
    const failed = await change(() => models.forget({ provider, address, model, parameter }));
    notifyOutcome(`learned ${provider} ${model}`, 'It was not undone.', failed);
  };
}

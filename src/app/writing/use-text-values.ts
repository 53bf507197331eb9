import type { FilledText, TextPlace, TriedExpression } from '@/run/filled-text';
import { useStores } from '@/state/context';
import { type AskedAnswer, useAsked } from '@/state/use-asked';

/** Ms without a key after which a text is filled in again. */
const pause = 120;

/** What a template becomes. `isReady`: the values have been read. */
export function useFilledText(
  place: TextPlace,
  field: string,
  text: string | undefined,
  isReady: boolean,
): AskedAnswer<FilledText> {
  const { services } = useStores();
  const question = text === undefined || !isReady ? undefined : JSON.stringify([place, field, text]);
  const ask = question === undefined ? undefined : () => services.documents.fillText(place, field, text ?? '');
  return useAsked([question], ask, pause);
}

/** What an expression gives. */
export function useTriedExpression(
  place: TextPlace,
  text: string | undefined,
  isAfter: boolean,
  isReady: boolean,
): AskedAnswer<TriedExpression> {
  const { services } = useStores();
  const question = !text || !isReady ? undefined : JSON.stringify([place, text, isAfter]);
  const ask = question === undefined ? undefined : () => services.documents.tryExpression(place, text ?? '', isAfter);
  return useAsked([question], ask, pause);
}

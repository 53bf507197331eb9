import { startOf } from './start-of';

/** The most characters of a text that are shown. */
const maxShown = 2000;

/** The start of a long text, with how much is left out. */
export function shortened(text: string): string {
  const more = text.length - maxShown;
  return more > 0 ? `${startOf(text, maxShown)}… and ${more} more characters` : text;
}

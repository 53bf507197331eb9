import { cutToStart } from './start-of';

/** The most characters of a text that are shown. */
const maxShown = 2000;

/** The start of a long text, with how much is left out. */
export function shortenText(text: string): string {
  const more = text.length - maxShown;
  return more > 0 ? `${cutToStart(text, maxShown)}… and ${more} more characters` : text;
}

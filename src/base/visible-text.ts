import { cutToStart } from './start-of';

/**
 * Characters that are invisible, or that change the direction of others: control characters except tab and line feed,
 * Unicode's format characters (UAX #44, Cc and Cf; UTR #36, 2.5 names the attack), and unpaired surrogates.
 */
const unseen = /[^\P{Cc}\t\n]|[\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** A text from someone else in which nothing is hidden: invisible characters are written as `\u202e`. */
export function makeTextVisible(text: string): string {
  return text.replace(unseen, (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

/** The same on one line, shortened to `most` characters. */
export function makeLineVisible(text: string, most: number): string {
  const start = cutToStart(text, most);
  const short = start === text ? text : `${start}…`;
  return makeTextVisible(short).replace(/\s+/g, ' ').trim();
}

/** The same of a name, in which letters may be joined: in emoji, in Persian, in the scripts of India. */
export function makeNameVisible(name: string): string {
  return name.replace(unseen, (char, at: number) => (isJoiner(char, name, at) ? char : makeTextVisible(char)));
}

/** Whether a letter without width joins two that are no Latin ones or signs. */
function isJoiner(char: string, name: string, at: number): boolean {
  return (
    (char === '\u200c' || char === '\u200d') &&
    /[^\0-\u024f\u2000-\u206f]$/u.test(name.slice(0, at)) &&
    /^[^\0-\u024f\u2000-\u206f]/u.test(name.slice(at + 1))
  );
}

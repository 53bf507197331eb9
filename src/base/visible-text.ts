/**
 * Characters that are invisible, or that change the direction of others: control characters except tab and line feed,
 * Unicode's format characters (UAX #44, Cc and Cf; UTR #36, 2.5 names the attack), and unpaired surrogates.
 */
const unseen = /[^\P{Cc}\t\n]|[\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** A text from someone else in which nothing is hidden: invisible characters are written as `\u202e`. */
export function visibleText(text: string): string {
  return text.replace(unseen, (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

/** The same on one line, shortened to `most` characters. */
export function visibleLine(text: string, most: number): string {
  const short = text.length > most ? `${text.slice(0, most)}…` : text;
  return visibleText(short).replace(/\s+/g, ' ').trim();
}

/**
 * Characters that are not seen, or that turn the direction of others: controls but tab and line feed, and what Unicode
 * calls format characters (UAX #44, Cc and Cf; UTR #36, 2.5 names the attack), and halves of characters.
 */
const unseen = /[^\P{Cc}\t\n]|[\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** A text of somebody else in which nothing hides: what would not be seen stands as `\u202e`. */
export function visibleText(text: string): string {
  return text.replace(unseen, (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

/** The same on one line, shortened to so many characters. */
export function visibleLine(text: string, most: number): string {
  const short = text.length > most ? `${text.slice(0, most)}…` : text;
  return visibleText(short).replace(/\s+/g, ' ').trim();
}

/**
 * The first `most` characters of a text, or one less where the cut would split a code point. Of a longer text it is a
 * copy: engines let a part of a text hold on to all of it, and a few characters are kept of outputs that are many
 * megabytes long.
 */
export function startOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  const splits = last >= 0xd800 && last <= 0xdbff;
  return copied(text.slice(0, splits ? most - 1 : most));
}

/** Joined to something, a text is written again when a part of it is taken. */
function copied(text: string): string {
  return ` ${text}`.slice(1);
}

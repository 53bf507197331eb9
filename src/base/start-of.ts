/**
 * The first `most` characters of a text, or one fewer where the cut would split a code point. The result is a copy: in
 * JavaScript engines a substring can keep the whole text in memory, and callers keep a few characters of outputs of
 * many megabytes.
 */
export function cutToStart(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  const splits = last >= 0xd800 && last <= 0xdbff;
  return copyText(text.slice(0, splits ? most - 1 : most));
}

/** Slicing a joined text makes the engine copy it. */
function copyText(text: string): string {
  return ` ${text}`.slice(1);
}

/** The first `most` characters of a text, or one less where the cut would split a code point. */
export function startOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  const splits = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splits ? most - 1 : most);
}

/** The text with some spans of it replaced; they are in order and do not overlap. */
export function replaceSpans<T extends { readonly from: number; readonly to: number }>(
  text: string,
  spans: readonly T[],
  replacement: (span: T, index: number) => string,
): string {
  let result = '';
  let last = 0;
  for (const [index, span] of spans.entries()) {
    result += text.slice(last, span.from) + replacement(span, index);
    last = span.to;
  }
  return result + text.slice(last);
}

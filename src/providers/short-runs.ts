/** Runs of this many characters without a word break are cut: the tokenizer takes quadratic time in their length. */
const maxRun = 512;

/**
 * The text in pieces, none of which has a run of {@link maxRun} characters without a break between word and white
 * space. No code point is split. A text without such a run is one piece.
 */
export function splitLongRuns(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  for (let run = findLongRun(text, 0); run >= 0; run = findLongRun(text, start)) {
    if (run > start) pieces.push(text.slice(start, run));
    const cut = run + maxRun;
    start = isLowSurrogate(text.charCodeAt(cut)) ? cut - 1 : cut;
    pieces.push(text.slice(run, start));
  }
  if (start < text.length || pieces.length === 0) pieces.push(text.slice(start));
  return pieces;
}

/**
 * Where the next run of at least {@link maxRun} characters of one kind begins; -1: nowhere. Searches backward from
 * where such a run would end, so that few characters of a text with breaks are checked.
 */
function findLongRun(text: string, from: number): number {
  let start = from;
  while (start + maxRun <= text.length) {
    let at = start + maxRun - 1;
    const kind = isSpace(text.charCodeAt(at));
    while (at > start && isSpace(text.charCodeAt(at - 1)) === kind) at -= 1;
    if (at === start) return start;
    start = at;
  }
  return -1;
}

/** Whether `\s` matches a character. */
function isSpace(code: number): boolean {
  if (code < 0x80) return code === 32 || (code >= 9 && code <= 13);
  return code === 0xa0 || (code >= 0x1680 && /\s/.test(String.fromCharCode(code)));
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Characters after which a run without a word break is cut: the tokenizer takes time by the square of its length. */
const maxRun = 512;

/**
 * A text cut where it goes on for {@link maxRun} characters with no break between a word and white space, so that no
 * piece has such a run; splits no code point. One piece, the text itself, where it has none.
 */
export function shortRuns(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  for (let run = longRun(text, 0); run >= 0; run = longRun(text, start)) {
    if (run > start) pieces.push(text.slice(start, run));
    const cut = run + maxRun;
    start = isLowSurrogate(text.charCodeAt(cut)) ? cut - 1 : cut;
    pieces.push(text.slice(run, start));
  }
  if (start < text.length || pieces.length === 0) pieces.push(text.slice(start));
  return pieces;
}

/**
 * Where the next run of at least {@link maxRun} characters of one kind begins; -1: nowhere. Looks backward from where
 * such a run would end, so that of text with breaks only a few characters are looked at.
 */
function longRun(text: string, from: number): number {
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

/** White space as `\s` has it. */
function isSpace(code: number): boolean {
  if (code < 0x80) return code === 32 || (code >= 9 && code <= 13);
  return code === 0xa0 || (code >= 0x1680 && /\s/.test(String.fromCharCode(code)));
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

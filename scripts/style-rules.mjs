/**
 * The style of texts that a person sees, as rules that a text must not break. Each says what to write instead.
 *
 * @type {readonly { found: RegExp, say: string, ofEnd?: true }[]} `ofEnd`: it is about how a whole text ends
 */
export const styleRules = [
  { found: /\b(told|untold)\b/i, say: 'say “sent”, “given”, “included” or “shown”' },
  { found: /\b(goes on|go on|went on|taken up|takes up)\b/i, say: 'say “continue”, “resume” or “run”' },
  { found: /\b(mend|mended|mends)\b/i, say: 'say “fix”' },
  { found: /\banew\b/i, say: 'say “again”' },
  { found: /\b(lets? (\S+ )?go|kept apart|stored apart)\b/i, say: 'say “removed from context” or “stored as a file”' },
  { found: /\b(taken apart|takes apart)\b/i, say: 'say “decomposed”' },
  { found: /\bstands? (twice|here|in|above|behind|beside)\b/i, say: 'say “is”, “appears” or “is listed”' },
  { found: /(?<!there )\b(is|it is|this is) no (?!longer|more|room|less)\w/i, say: 'say “is not a …”' },
  {
    found: /\b(Most|Least) (rounds|retries|bytes|files|outputs|relevance|turns|tokens)\b/,
    say: 'say “Maximum” or “Minimum”',
  },
  { found: /\bweigh(s|ing)?\b/i, say: 'say “measure”' },
  { found: /\bholder\b/i, say: 'say “container”' },
  {
    found:
      /\b(behavior|(?<!-)color(?!-)|favorite|canceled|canceling|catalog|center|authorize|organize|recognize|summarize)\b/,
    say: 'write British English',
  },
  { found: /\b(please|simply|just click|oops|sorry)\b/i, say: 'leave it out' },
  { found: /[a-z]! ?$/, say: 'end with a full stop', ofEnd: true },
  { found: /\.\.\.$/, say: 'write … as one character' },
  { found: /\p{L}{2}\. \p{Lu}[^.?!…:]{12,}\p{Ll}$/u, say: 'end the last sentence with a full stop', ofEnd: true },
];

import { RE2JS } from 're2js';

/** Most characters of a regular expression, and of the text it is matched against. */
const maxPattern = 500;
const maxText = 100_000;

/**
 * `text.matches(pattern)`, in time linear in both lengths. The syntax is RE2's, as in CEL, without lookaround and
 * backreferences. Throws an Error with a message for a person. `mostSteps`: the most instructions of the pattern's
 * program, for all characters of the text together, that it may take at worst, which is known before it begins.
 */
export function matchBounded(text: string, pattern: string, mostSteps = Number.POSITIVE_INFINITY): boolean {
  if (pattern.length > maxPattern) throw new Error(`The pattern is longer than ${maxPattern} characters.`);
  if (text.length > maxText)
    throw new Error(`matches takes texts of up to ${maxText} characters; this has ${text.length}.`);
  const compiled = compilePattern(pattern);
  if (compiled.programSize() * text.length > mostSteps) {
    const most = Math.floor(mostSteps / compiled.programSize());
    throw new Error(
      `The pattern takes too long for ${text.length} characters: at most ${most} fit it. Repeat less in it.`,
    );
  }
  return compiled.matcher(text).find();
}

function compilePattern(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : '';
    throw new Error(`The pattern “${pattern}” is not one that matches knows: ${reason}.`);
  }
}

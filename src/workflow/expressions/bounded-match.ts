import { scanExpression } from './scan-expression';

/** The name under which the bounded `matches` is registered: as long as its own, so that offsets stay right. */
export const matchFunction = 'Matches';

/** Bounds of a regular expression: characters of the pattern and of the text it is tried on. */
const maxPattern = 500;
const maxText = 100_000;

/**
 * Puts the bounded `matches` in the place of the evaluator's, which runs any regular expression on any text and cannot
 * be replaced under its own name.
 */
export function withBoundedMatches(source: string): string {
  if (!source.includes('matches')) return source;
  const tokens = scanExpression(source);
  let result = source;
  for (const [index, { kind, text, from, to }] of tokens.entries()) {
    if (kind !== 'name' || text !== 'matches' || tokens[index + 1]?.text !== '(') continue;
    result = result.slice(0, from) + matchFunction + result.slice(to);
  }
  return result;
}

/**
 * `text.matches(pattern)`. As in CEL there are no look-arounds and no references back. A repeat inside a repeat, or a
 * choice inside one, can take exponential time in JavaScript and is refused. Throws an Error with a message for a person.
 */
export function boundedMatch(text: string, pattern: string): boolean {
  if (pattern.length > maxPattern) throw new Error(`The pattern is longer than ${maxPattern} characters.`);
  if (text.length > maxText)
    throw new Error(`matches takes texts of up to ${maxText} characters; this has ${text.length}.`);
  const problem = patternProblem(pattern);
  if (problem !== undefined) throw new Error(problem);
  return compile(pattern).test(text);
}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    throw new Error(`“${pattern}” is not a valid regular expression.`);
  }
}

/** What makes a pattern unsafe, or undefined. Walks it once, with a stack of open groups. */
function patternProblem(pattern: string): string | undefined {
  const bare = pattern.replace(/\\[^\d<k]|\\$/g, 'x').replace(/\[(?:\\.|[^\]\\])*\]/g, 'x');
  if (/\\[1-9k]|\(\?<?[=!]/.test(bare)) return 'The pattern looks around or back, which matches does not do.';
  const open: boolean[] = [];
  for (let at = 0; at < bare.length; at++) {
    const rest = bare.slice(at, at + 12);
    if (rest.startsWith('(')) open.push(false);
    else if (rest.startsWith(')')) {
      const risky = open.pop() ?? false;
      if (risky && isRepeat(bare.slice(at + 1, at + 13))) {
        return 'The pattern repeats a group that itself repeats or chooses, which can take for ever. Write it without.';
      }
      // What is risky inside stays risky for the groups around it.
      if (risky) markInnermost(open);
    } else if (rest.startsWith('|') || isRepeat(rest)) markInnermost(open);
  }
  return undefined;
}

function isRepeat(rest: string): boolean {
  return /^(?:[*+]|\{\d+,\d*\}|\{\d{2,}\})/.test(rest);
}

function markInnermost(open: boolean[]): void {
  if (open.length > 0) open[open.length - 1] = true;
}

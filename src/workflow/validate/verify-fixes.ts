import type { Diagnostic, Fix } from '../diagnostic';
import type { Checking } from './checking';

/** A fix that writes a text at a place of the document. */
export type ReplacingFix = Extract<Fix, { kind: 'replace' }>;

/** The most problems whose fixes are tried, and the most characters of fixes, 1,000 more for each. */
const [mostProblems, mostTried] = [100, 50_000] as const;

/**
 * Takes back each offered fix that, once made, would not remove its problem, or would add another one: it would only
 * lead a person further astray. `first`: the index of the first of the problems that were found together. `tryFix`: the
 * problems that are found there once a fix is made; undefined if it cannot be made, `elsewhere` if it is of another
 * place, whose fixes are tried there.
 */
export function verifyFixes(
  { diagnostics, shared }: Checking,
  first: number,
  tryFix: (fix: ReplacingFix) => readonly Diagnostic[] | 'elsewhere' | undefined,
): void {
  const own = diagnostics.slice(first);
  let tried = 0;
  for (const [index, problem] of own.entries()) {
    if (problem.fix?.kind !== 'replace') continue;
    tried += problem.fix.text.length + 1000;
    // What would take too long to try is not offered.
    const isTried = tried <= mostTried && own.length <= mostProblems;
    if (isTried && isSound(own, problem, tryFix(problem.fix))) continue;
    const { fix: _fix, ...rest } = problem;
    diagnostics[first + index] = rest;
    const key = shared.get(problem);
    if (key !== undefined) shared.set(rest, key);
  }
}

function isSound(
  before: readonly Diagnostic[],
  problem: Diagnostic,
  after: readonly Diagnostic[] | 'elsewhere' | undefined,
): boolean {
  if (after === undefined || after === 'elsewhere') return after === 'elsewhere';
  const others = before.filter((one) => one !== problem).map(buildProblemKey);
  return after.every((one) => {
    const index = others.indexOf(buildProblemKey(one));
    if (index >= 0) others.splice(index, 1);
    return index >= 0;
  });
}

/** What makes two problems the same one: messages hold guesses, which differ. */
function buildProblemKey({ code, path }: Diagnostic): string {
  return `${code} ${path.join('/')}`;
}

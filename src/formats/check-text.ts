import { checkMeaning, type MoreChecks } from './check-meaning';
import type { Notation } from './notation';
import { type ReadAny, readAny } from './read-any';

/**
 * Reads a text in any notation and checks its meaning. `known` are the ids of the providers that a model may name.
 * Every problem has its range. If a text has problems of syntax or schema, only these are reported, since there is no
 * document to check.
 */
export function checkText(text: string, known: readonly string[], notation: Notation, more?: MoreChecks): ReadAny {
  return checkMeaning(readAny[notation](text), known, more);
}

import { checkMeaning, type MoreChecks } from './check-text';
import type { CheckedText } from './checked-text';
import { readYaml } from './yaml/read-yaml';

/** Reads a YAML text and checks what it means, as `checkText` does, and gives the index for edits with it. */
export function readText(text: string, known: readonly string[], more?: MoreChecks): CheckedText {
  const { document, source, diagnostics } = checkMeaning(readYaml(text), known, more);
  return { ...(document && { document }), source, diagnostics };
}

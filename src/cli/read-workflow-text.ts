import type { Notation } from '@/formats/notation';
import type { ReadAny } from '@/formats/read-any';
import { readYaml } from '@/formats/yaml/read-yaml';

/** Loads what few files and few calls need, so that the others start without it. */
export const loadSeldomUsed = () => import('./seldom-used');

/** Reads a text in any notation. Most files are in YAML; what reads others is loaded for these alone. */
export async function readWorkflowText(text: string, notation: Notation): Promise<ReadAny> {
  if (notation === 'yaml') return readYaml(text);
  const { readAny } = await loadSeldomUsed();
  return readAny[notation](text);
}

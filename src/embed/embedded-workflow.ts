import { checkMeaning } from '@/formats/check-text';
import { detectNotation } from '@/formats/notation';
import { findServedTitle, readServed } from '@/serve/input-schema';
import { formatProblemJson } from '@/serve/refused-request';
import type { Workflow, WorkflowOptions } from './public-types';

/**
 * Reads and checks the text of a workflow: YAML, XML or JSON. What is wrong with it is in `problems`; nothing throws.
 */
export function readEmbedded(text: string, options: WorkflowOptions = {}): Workflow {
  const { name = 'workflow', providers = [] } = options;
  const notation = detectNotation(name, text);
  const { read, inputs } = readServed({ name, text, notation, updatedAt: '' }, providers);
  const { document, diagnostics } = checkMeaning(read, providers);
  return {
    name,
    text,
    notation,
    title: findServedTitle({ name }, document),
    problems: diagnostics.map(formatProblemJson),
    inputs,
  };
}

import { checkMeaning } from '@/formats/check-text';
import { notationOf } from '@/formats/notation';
import { readServed, servedTitle } from '@/serve/input-schema';
import { problemJson } from '@/serve/refused-request';
import type { Workflow, WorkflowOptions } from './public-types';

/**
 * Reads and checks the text of a workflow: YAML, XML or JSON. What is wrong with it is in `problems`; nothing throws.
 */
export function readEmbedded(text: string, options: WorkflowOptions = {}): Workflow {
  const { name = 'workflow', providers = [] } = options;
  const notation = notationOf(name, text);
  const { read, inputs } = readServed({ name, text, notation, updatedAt: '' }, providers);
  const { document, diagnostics } = checkMeaning(read, providers);
  return {
    name,
    text,
    notation,
    title: servedTitle({ name }, document),
    problems: diagnostics.map(problemJson),
    inputs,
  };
}

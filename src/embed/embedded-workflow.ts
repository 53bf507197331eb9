import { checkMeaning } from '@/formats/check-meaning';
import { detectNotation } from '@/formats/notation';
import { readAny } from '@/formats/read-any';
import { findServedTitle, readServed } from '@/serve/input-schema';
import { formatProblemJson } from '@/serve/refused-request';
import { maxTemplates, rankDefinitions } from '@/workflow/matching/rank-templates';
import type { RankedDefinition, Workflow, WorkflowOptions } from './public-types';

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

/** Ranks the definitions of a workflow's library for a sentence. Nothing is asked or run, and nothing throws. */
export function rankEmbedded({ text, notation }: Workflow, sentence: string): readonly RankedDefinition[] {
  const library = readAny[notation](text).document?.library ?? {};
  const ranked = rankDefinitions(sentence, new Map(Object.entries(library)));
  return ranked.slice(0, maxTemplates).map(({ id, score }) => {
    return { name: id, description: library[id]?.description ?? '', score };
  });
}

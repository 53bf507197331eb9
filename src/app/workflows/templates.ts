import { AppError } from '@/base/errors';
import type { TaskType } from '@/workflow/tasks';

/** Files of `public/examples`, in the order in which they are offered. A first visit opens the first one. */
export const templateFiles = [
  'release-notes',
  'review-a-change',
  'answer-from-notes',
  'sort-an-inbox',
  'research-with-a-plan',
  'figures-report',
] as const;

/**
 * An example of each task type, also in `public/examples`. Beside each lies a recording of a run
 * (`NAME.recording.jsonl`).
 */
export const exampleOfType = {
  atomic: 'answer-from-notes',
  script: 'figures-report',
  sequential: 'sequence',
  map: 'map',
  reduce: 'reduce',
  cond: 'condition',
  group: 'group',
  director_evaluator: 'director-evaluator',
  pipeline: 'pipeline',
  call: 'library-call',
  associative_memory: 'memory-match',
  reparse: 'decompose',
  tool: 'tool',
  ask: 'ask',
} as const satisfies { readonly [K in TaskType]: string };

/** Examples of limits for contexts, also with recordings. */
export const contextExamples = ['long-outputs', 'long-conversation'] as const;

export type TemplateFile =
  | (typeof templateFiles)[number]
  | (typeof exampleOfType)[TaskType]
  | (typeof contextExamples)[number];

/** All of them, without duplicates. */
export const exampleFiles: readonly TemplateFile[] = [
  ...new Set<TemplateFile>([...templateFiles, ...Object.values(exampleOfType), ...contextExamples]),
];

/** The text of a new workflow. */
export const blankText = 'heddle: 1\nname: Untitled\ndefault_model: sim:default\ntasks: {}\n';

/** Fetches the text of a template. Throws `FILE_REFUSED` if it does not exist. */
export async function loadTemplate(file: TemplateFile): Promise<string> {
  const response = await fetch(`${import.meta.env.BASE_URL}examples/${file}.yaml`);
  if (!response.ok) {
    throw new AppError('FILE_REFUSED', `The template “${file}” could not be loaded (${response.status}).`, {
      advice: 'Load the page again, or start with a blank workflow.',
    });
  }
  return response.text();
}

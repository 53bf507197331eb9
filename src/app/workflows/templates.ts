import { AppError } from '@/base/errors';
import { type TaskType, taskTraits, taskTypes } from '@/workflow/tasks';

/** Files of `public/examples`, in the order in which they are offered. A first visit opens the first one. */
export const templateFiles = [
  'release-notes',
  'review-a-change',
  'answer-from-notes',
  'sort-an-inbox',
  'research-with-a-plan',
  'figures-report',
] as const;

/** Examples of limits for contexts, also with recordings. */
export const contextExamples = ['long-outputs', 'long-conversation'] as const;

export type TemplateFile =
  | (typeof templateFiles)[number]
  | (typeof taskTraits)[TaskType]['example']
  | (typeof contextExamples)[number];

/** All of them, without duplicates. */
export const exampleFiles: readonly TemplateFile[] = [
  ...new Set<TemplateFile>([
    ...templateFiles,
    ...taskTypes.map((type) => taskTraits[type].example),
    ...contextExamples,
  ]),
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

import { AppError } from '@/base/errors';

/** Files of `public/examples`, in the order in which they are offered; the first one is what a first visit opens. */
export const templateFiles = [
  'release-notes',
  'review-a-change',
  'answer-from-notes',
  'sort-an-inbox',
  'research-with-a-plan',
  'figures-report',
] as const;
export type TemplateFile = (typeof templateFiles)[number];

/** The text of a new workflow. */
export const blankText = 'heddle: 1\nname: Untitled\ndefault_model: sim:default\ntasks: {}\n';

/** Fetches the text of a template. Errors: `FILE_REFUSED` if it is not there. */
export async function loadTemplate(file: TemplateFile): Promise<string> {
  const response = await fetch(`${import.meta.env.BASE_URL}examples/${file}.yaml`);
  if (!response.ok) {
    throw new AppError('FILE_REFUSED', `The template “${file}” could not be loaded (${response.status}).`, {
      advice: 'Load the page again, or start with a blank workflow.',
    });
  }
  return response.text();
}

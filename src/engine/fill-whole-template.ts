import type { Environment } from '@/workflow/expressions/environment';
import { renderTemplate } from '@/workflow/expressions/template';
import { createMissingInputError } from './outcome';

/** Fills in a template as a whole. Error: `TASK_FAILURE` for a name without a value. */
export function fillWholeTemplate(template: string, environment: Environment): string {
  const text = renderTemplate(template, environment);
  if (!text.ok) throw createMissingInputError(text.error);
  return text.value;
}

import type { Environment } from '@/workflow/expressions/environment';
import { parseTemplate } from '@/workflow/expressions/template';
import { fillWholeTemplate } from '../fill-whole-template';

/** The values for the prompt of a step. */
export interface StepValues {
  readonly state: string;
  readonly step: string;
  /** Index from 0. */
  readonly i: number;
  readonly total: number;
}

const placeholder = /\{(state|step|i|total)\}/;

/**
 * Prepares a `state_template` to be filled in at each step. `{{name}}` is filled in once, here; `{state}`, `{step}`,
 * `{i}` and `{total}` are filled in at each step. Inserted values are not searched for templates. Error: `TASK_FAILURE`
 * for a name without a value.
 */
export function prepareStateTemplate(template: string, environment: Environment): (values: StepValues) => string {
  const parsed = parseTemplate(template);
  const parts = parsed.ok ? parsed.value : [{ kind: 'text', text: template } as const];
  // Texts and value names alternate, as `split` returns them.
  const words: string[] = [''];
  for (const part of parts) {
    const found =
      part.kind === 'text' ? part.text.split(placeholder) : [fillWholeTemplate(`{{${part.path}}}`, environment)];
    words[words.length - 1] += found[0] ?? '';
    words.push(...found.slice(1));
  }
  return (values) => words.map((word, index) => (index % 2 === 0 ? word : values[word as keyof StepValues])).join('');
}

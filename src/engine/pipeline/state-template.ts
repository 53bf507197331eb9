import type { Environment } from '@/workflow/expressions/environment';
import { parseTemplate, renderTemplate } from '@/workflow/expressions/template';
import { missingInput } from '../outcome';

/** What is put into the prompt of a step. */
export interface StepValues {
  readonly state: string;
  readonly step: string;
  /** From 0. */
  readonly i: number;
  readonly total: number;
}

const placeholder = /\{(state|step|i|total)\}/;

/**
 * A `state_template`, ready to be filled step by step. `{{name}}` is filled here, once; `{state}`, `{step}`, `{i}` and
 * `{total}` in each step. What comes from a value is not looked into again. Error: `TASK_FAILURE` for a name that is
 * nowhere.
 */
export function stateTemplate(template: string, environment: Environment): (values: StepValues) => string {
  const parsed = parseTemplate(template);
  const parts = parsed.ok ? parsed.value : [{ kind: 'text', text: template } as const];
  // Texts and names of values in turn, as split leaves them.
  const words: string[] = [''];
  for (const part of parts) {
    const found = part.kind === 'text' ? part.text.split(placeholder) : [fill(`{{${part.path}}}`, environment)];
    words[words.length - 1] += found[0] ?? '';
    words.push(...found.slice(1));
  }
  return (values) => words.map((word, index) => (index % 2 === 0 ? word : values[word as keyof StepValues])).join('');
}

function fill(reference: string, environment: Environment): string {
  const text = renderTemplate(reference, environment);
  if (!text.ok) throw missingInput(text.error);
  return text.value;
}

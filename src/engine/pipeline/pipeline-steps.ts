import { AppError } from '@/base/errors';
import type { PipelineSteps } from '@/plan/plan';
import type { Attempt } from '../attempt';
import { readInput } from '../capture/with-wholes';
import { fillWholeTemplate } from '../fill-whole-template';
import { prepareStateTemplate } from './state-template';

/** The steps of a pipeline. Repeated steps are not held one by one. */
export interface Steps {
  readonly total: number;
  /** The instruction of step `i`, from 0. */
  at(i: number): string;
}

/**
 * The steps that a pipeline takes. Error: `TASK_FAILURE` if its input is not a list of texts, or a name has no value.
 */
export async function readPipelineSteps(steps: PipelineSteps, attempt: Attempt): Promise<Steps> {
  const { environment } = attempt;
  if ('repeat' in steps) {
    const { repeat: total, isNumbered = false } = steps;
    if (isNumbered) {
      const fill = prepareStateTemplate(steps.step, environment);
      return { total, at: (i) => fill({ state: '{state}', step: '{step}', i, total }) };
    }
    const step = fillWholeTemplate(steps.step, environment);
    return { total, at: () => step };
  }
  const list =
    'list' in steps
      ? steps.list.map((step) => fillWholeTemplate(step, environment))
      : await readStepList(steps.from, attempt);
  return { total: list.length, at: (i) => list[i] ?? '' };
}

async function readStepList(from: string, attempt: Attempt): Promise<readonly string[]> {
  const list: unknown = await readInput({ from }, true, attempt);
  if (isTexts(list)) return list;
  throw new AppError('TASK_FAILURE', `The plan of “${from}” is not a list of texts.`, {
    advice: 'Let that task answer with a JSON array of strings, for example by an output_schema.',
    details: { reason: 'plan', from },
  });
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((step) => typeof step === 'string');
}

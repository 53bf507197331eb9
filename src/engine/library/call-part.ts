import { AppError } from '@/base/errors';
import type { Json } from '@/base/json';
import { createGlobalEnvironment } from '@/plan/global-environment';
import type { PlannedDefinition } from '@/plan/plan';
import { type JournalPath, parsePathSteps } from '@/run/journal-path';
import { createScope } from '@/workflow/expressions/environment';
import type { Attempt, PartOptions } from '../attempt';

/** Most nested calls (language page, section 4). */
const maxDepth = 32;
/** Most names of a circular call in an error message. */
const maxNamesShown = 6;

/**
 * The options to run the task of a definition as a part. Its environment has its parameters and the global variables,
 * and nothing of its caller. Parameters that its prompt does not use are listed as inputs. Error: `TASK_FAILURE`,
 * reason `call_depth`.
 */
export function callPart(
  name: string,
  { parameters }: PlannedDefinition,
  values: Readonly<Record<string, Json>>,
  { run, frame, path }: Attempt,
): PartOptions {
  const calls = frame.depth.calls + 1;
  if (calls > maxDepth) throw createEndlessCallError(name, path);
  return {
    at: ['call', name],
    environment: createScope('inputs', values, createGlobalEnvironment(run.plan)),
    givenNames: parameters.map((parameter) => [parameter.name]),
    depth: { ...frame.depth, calls },
  };
}

function createEndlessCallError(name: string, path: JournalPath): AppError {
  const called = [...parsePathSteps(path).flatMap((step) => (step.kind === 'call' ? [step.name] : [])), name];
  const circle = called.slice(Math.max(called.lastIndexOf(name, -2), called.length - maxNamesShown));
  return new AppError(
    'TASK_FAILURE',
    `A library function calls itself without end: … → ${circle.join(' → ')}, ${maxDepth} calls deep.`,
    {
      advice: 'Give the function a condition under which it does not call itself.',
      details: { reason: 'call_depth', limit: maxDepth, ref: name },
    },
  );
}

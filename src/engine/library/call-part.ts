import { AppError } from '@/base/errors';
import type { Json } from '@/base/json';
import type { PlannedDefinition } from '@/plan/plan';
import { type JournalPath, stepsOf } from '@/run/journal-path';
import { scopeOf } from '@/workflow/expressions/environment';
import type { Attempt, PartOptions } from '../attempt';

/** Most calls within one another (language page, section 4). */
const maxDepth = 32;
/** Most names of a circle of calls that a message tells. */
const longestShown = 6;

/**
 * How the task of a definition is run as a part: in an environment of its parameters, whose outer one is the global
 * one, so that it sees nothing of its caller. What its prompt does not name of them is told as inputs. Error:
 * `TASK_FAILURE`, reason `call_depth`.
 */
export function callPart(
  name: string,
  { parameters }: PlannedDefinition,
  values: Readonly<Record<string, Json>>,
  { run, frame, path }: Attempt,
): PartOptions {
  const calls = frame.depth.calls + 1;
  if (calls > maxDepth) throw endless(name, path);
  return {
    at: ['call', name],
    environment: scopeOf('inputs', values, scopeOf('variables', run.plan.variables)),
    givenNames: parameters.map((parameter) => [parameter.name]),
    depth: { ...frame.depth, calls },
  };
}

function endless(name: string, path: JournalPath): AppError {
  const called = [...stepsOf(path).flatMap((step) => (step.kind === 'call' ? [step.name] : [])), name];
  const circle = called.slice(Math.max(called.lastIndexOf(name, -2), called.length - longestShown));
  return new AppError(
    'TASK_FAILURE',
    `A library function calls itself without end: … → ${circle.join(' → ')}, ${maxDepth} calls deep.`,
    {
      advice: 'Give the function a condition under which it does not call itself.',
      details: { reason: 'call_depth', limit: maxDepth, ref: name },
    },
  );
}

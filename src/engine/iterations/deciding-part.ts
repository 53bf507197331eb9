import type { Failure } from '@/base/errors';
import { isJsonObject } from '@/base/json';
import type { PlannedTask } from '@/plan/plan';
import type { IterationPart } from '@/run/event-data';
import { type JournalPath, type PathKind, parsePathSteps } from '@/run/journal-path';
import type { EvaluatorVerdict } from '../director/evaluation';
import { parseOutput } from '../handler/parse-output';
import type { Outcome } from '../outcome';

/** What is known of an iteration of a container when it ends. */
interface EndedParts {
  /** The path of its last attempt, in which the parts ended. */
  readonly within: JournalPath;
  /** In the order in which they ended. */
  readonly parts: readonly IterationPart[];
  readonly content: string;
  readonly verdict: EvaluatorVerdict | undefined;
}

/** Of several items, tries or samples none decides by itself. */
const oneOfMany: ReadonlySet<PathKind> = new Set(['item', 'try', 'sample']);

/**
 * The part that decided how an iteration of a container ended: the last script, unless an evaluator judged otherwise
 * than its exit code says; else the evaluator, or the part whose output is that of the container. Undefined: no part
 * did by itself.
 */
export function findDecidingPart({ within, parts, content, verdict }: EndedParts): IterationPart | undefined {
  const alone = parts.filter(
    ({ path }) => !parsePathSteps(path.slice(within.length + 1)).some(({ kind }) => oneOfMany.has(kind)),
  );
  const script = alone.findLast(({ type }) => type === 'script');
  if (verdict !== undefined) {
    return script !== undefined && (script.exitCode === 0) === verdict.success ? script : alone.at(-1);
  }
  return script ?? alone.findLast(({ output }) => output.length === content.length && content.startsWith(output.text));
}

/** The part whose failure is that of its container. */
export function findFailedPart(parts: readonly IterationPart[], { details }: Failure): IterationPart | undefined {
  return parts.findLast(({ path }) => path === details?.['failed']);
}

/** The verdict that a sequence ends with; undefined: it does not end with an evaluator. */
export function readVerdictAtEnd(task: PlannedTask, { content, failure }: Outcome): EvaluatorVerdict | undefined {
  const last = task.type === 'sequential' ? task.steps.at(-1) : undefined;
  if (last?.subtype !== 'evaluator' || failure !== undefined) return undefined;
  const output = parseOutput(content, last.outputSchema);
  if (!isJsonObject(output) || typeof output['success'] !== 'boolean') return undefined;
  const { success, feedback } = output;
  return { success, feedback: typeof feedback === 'string' ? feedback : null };
}

import { isPassingContextOn } from '../context/inherited-by';
import type { PlannedTask } from '../plan';
import type { Range } from './estimate';
import type { OutputSizes } from './output-sizes';
import { createSize, getNoSize, type Size, sumOfSizes } from './size';
import { estimateMostTokensOfBytes } from './tokens-of-bytes';

/** Tokens of the tags around a part of a prompt. */
const tags = createSize(20);
/** Tokens of the tags around the output of a step. */
const stepTags = 16;

/**
 * The most tokens of what the parts of a multi-step task are told of it and of each other: what they inherit of its
 * context (`told`), the outputs of earlier steps, the files of the memory that match.
 */
export function estimateToldToParts(
  task: PlannedTask,
  told: Size,
  parts: readonly { readonly task: PlannedTask; readonly runs: Range }[],
  { outputs, hasMemory }: { readonly outputs: OutputSizes; readonly hasMemory: boolean },
): Size {
  const { accumulateData = false } = task.contextManagement ?? {};
  const inherits = isPassingContextOn(task);
  const bytes = estimateMostTokensOfBytes(task.limits.maxContextBytes);
  const steps = sumOfSizes(
    parts.map((part) => (count) => part.runs.high * (stepTags + count(part.task.id) + outputs.shown(part.task)(count))),
  );
  const entries = parts.reduce((sum, { runs }) => sum + runs.high * 2 * stepTags, 0);
  const previous: Size = (count) => Math.min(steps(count), bytes + entries);
  return sumOfSizes([
    ...(inherits ? [told, tags] : []),
    ...(accumulateData ? [previous, tags] : []),
    ...(hasMemory ? [estimateMatchedFiles(task)] : []),
  ]);
}

/** The most tokens of the files of the memory that match. */
export function estimateMatchedFiles({ limits }: PlannedTask): Size {
  return sumOfSizes([createSize(estimateMostTokensOfBytes(limits.maxContextBytes)), tags]);
}

/** The most tokens of the rounds before that a loop tells. A character is at most a token. */
export function estimateToldOfRounds({ loop }: PlannedTask): Size {
  const { progress } = loop ?? {};
  return progress === undefined ? getNoSize : createSize(progress.iterations * (progress.chars + stepTags) + 20);
}

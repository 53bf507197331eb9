import type { JsonObject } from '@/base/json';
import type { DocumentSettings, WorkflowDocument } from '@/workflow/document';
import { allowNullable } from '@/workflow/nullable-schema';
import { listParts } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import type { Agent } from '@/workflow/tasks/common';
import { defaultCompaction } from '../limits';
import type { PlannedCompaction } from '../plan';
import { resolveCall } from './resolve-call';
import type { Surroundings } from './surroundings';

/** Output schema of an agent that compacts, if it sets none (language page, section 7). */
const defaultSummarySchema: JsonObject = {
  type: 'object',
  properties: {
    summary: { type: 'string' },
    keyOutputs: { type: 'array', items: { type: 'string' } },
    decisions: { type: 'array', items: { type: 'string' } },
    errors: { type: 'array', items: { type: 'string' } },
  },
  required: ['summary', 'keyOutputs', 'decisions', 'errors'],
};

/**
 * How histories are compacted; undefined if the document does not ask for it. Decided: a block without `enabled` is on,
 * and `aggressive` without `preserve` leaves one line and nothing else.
 */
export function resolveCompaction(
  compaction: DocumentSettings['compaction'],
  around: Pick<Surroundings, 'settings' | 'known' | 'variables'>,
): PlannedCompaction | undefined {
  if (compaction === undefined || compaction.enabled === false) return undefined;
  const { trigger, threshold, batchSize, strategy, preserve, agent } = compaction;
  const { outputSchema = defaultSummarySchema, ...call } = agent ?? {};
  return {
    trigger: trigger ?? defaultCompaction.trigger,
    threshold: threshold ?? defaultCompaction.threshold,
    batchSize: batchSize ?? defaultCompaction.batchSize,
    strategy: strategy ?? defaultCompaction.strategy,
    preserve: preserve ?? (strategy === 'aggressive' ? [] : defaultCompaction.preserve),
    ...(agent === undefined
      ? {}
      : {
          agent: {
            ...resolveCall({ agent: { ...call, inheritVariables: false } }, around),
            outputSchema: allowNullable(outputSchema as JsonObject),
          },
        }),
  };
}

/** Whether any agent is sent a history, so that histories must be stored. */
export function isKeepingHistory({ agents = {}, library = {}, tasks }: WorkflowDocument): boolean {
  const definitions = Object.values(library).flatMap(({ task }) => task ?? []);
  return (
    Object.values(agents).some(isTakingHistory) || [...Object.values(tasks), ...definitions].some(hasAgentTakingHistory)
  );
}

function isTakingHistory({ contextTransfer = 'minimal' }: Agent): boolean {
  return contextTransfer !== 'minimal';
}

function hasAgentTakingHistory(task: Task): boolean {
  if (typeof task.agent === 'object' && isTakingHistory(task.agent)) return true;
  return listParts(task).some((part) => hasAgentTakingHistory(part.task));
}

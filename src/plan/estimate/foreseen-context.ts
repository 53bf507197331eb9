import { utf8Length } from '@/base/bytes';
import { lookup } from '@/workflow/expressions/environment';
import { chooseContext } from '../context/choose-context';
import { contextBlock } from '../context/context-block';
import type { ContextPlan } from '../context/context-plan';
import { agentNameOf, type EarlierOutput, EarlierOutputs } from '../context/earlier-outputs';
import type { PromptPart } from '../message';
import type { PlannedTask } from '../plan';
import { type Foreseen, textFor } from './foreseen';
import type { MostTokens } from './most-tokens';
import { bytesOfToken, tokensOfBytes } from './tokens-of-bytes';

/** The earlier outputs that may be in a task's prompt. */
export interface ForeseenContext {
  /** The context plan; its bytes are upper limits. */
  readonly plan: ContextPlan;
  /** The context block, with placeholders for the outputs. */
  readonly parts: readonly PromptPart[];
  /** The most tokens that the outputs in the block can have. */
  readonly maxTokens: number;
}

/**
 * For each position, the outputs of siblings that may be in the task's prompt. They are chosen as in a run in which all
 * earlier waves have just ended, the later waves last. Only atomic tasks have one.
 */
export function foreseeContexts(
  tasks: readonly PlannedTask[],
  { environment, most }: Foreseen,
): readonly (ForeseenContext | undefined)[] {
  const outputs = new EarlierOutputs({ tasks });
  const contexts: (ForeseenContext | undefined)[] = tasks.map(() => undefined);
  const outer = (id: string) =>
    lookup(environment.outer, id)?.kind === 'result' ? foreseenOutput({ id, index: -1 }, 0) : undefined;
  const ordered = tasks.toSorted((a, b) => a.wave - b.wave || a.index - b.index);
  let ended = 0;
  for (const task of ordered) {
    for (let next = ordered[ended]; next !== undefined && next.wave < task.wave; next = ordered[ended]) {
      ended += 1;
      if (!next.disabled) outputs.add(foreseenOutput(next, ended, agentNameOf(next)));
    }
    if (task.type !== 'atomic' || task.context.mode === 'none') continue;
    const plan = chooseContext(task, outputs, { now: 0, outer });
    if (plan.choices.length + plan.unlisted === 0) continue;
    const parts = contextBlock(plan, textFor);
    contexts[task.index] = { ...withMost(plan, (id) => mostBytes(tasks[outputs.positionOf(id) ?? -1], most)), parts };
  }
  return contexts;
}

function foreseenOutput(
  { id, index }: Pick<PlannedTask, 'id' | 'index'>,
  order: number,
  agent?: string,
): EarlierOutput {
  const text = textFor(id);
  return {
    id,
    index,
    endedAt: 0,
    order,
    text,
    bytes: utf8Length(text),
    truncated: false,
    ...(agent === undefined ? {} : { agent }),
  };
}

/** The plan with upper limits for bytes and tokens of its outputs, instead of those of their placeholders. */
function withMost(plan: ContextPlan, bytesOf: (id: string) => number | undefined): Omit<ForeseenContext, 'parts'> {
  let left = plan.maxBytes;
  let maxTokens = 0;
  const choices = plan.choices.map((choice) => {
    const most = bytesOf(choice.id) ?? plan.maxBytes;
    const shown = choice.verdict === 'out' ? 0 : Math.min(most, left);
    left -= shown;
    maxTokens += tokensOfBytes(shown);
    const tokens = tokensOfBytes(choice.verdict === 'out' ? most : shown);
    return { ...choice, bytes: most, shown, tokens };
  });
  return { plan: { ...plan, choices, bytes: plan.maxBytes - left }, maxTokens };
}

/** The most bytes of an output, from the task's limits. */
function mostBytes(task: PlannedTask | undefined, most: MostTokens): number | undefined {
  if (task === undefined) return undefined;
  const { maxStdoutBytes } = task.limits;
  return 'prompt' in task ? Math.min(maxStdoutBytes, most(task) * bytesOfToken) : maxStdoutBytes;
}

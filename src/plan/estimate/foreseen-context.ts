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

/** What a task may be told of earlier outputs. */
export interface ForeseenContext {
  /** Its bytes are the most that there can be. */
  readonly plan: ContextPlan;
  /** The block, with placeholders in place of the outputs. */
  readonly parts: readonly PromptPart[];
  /** The most tokens that the outputs in it can have. */
  readonly maxTokens: number;
}

/**
 * What the tasks of a graph may be told of each other, by position: chosen as a run chooses, as if all of the waves
 * before had ended just now, the later waves last. Only atomic tasks are looked at.
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

/** The plan with the most bytes and tokens that its outputs can have in place of those of their placeholders. */
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

/** The most bytes of an output, as far as limits tell. */
function mostBytes(task: PlannedTask | undefined, most: MostTokens): number | undefined {
  if (task === undefined) return undefined;
  const { maxStdoutBytes } = task.limits;
  return 'prompt' in task ? Math.min(maxStdoutBytes, most(task) * bytesOfToken) : maxStdoutBytes;
}

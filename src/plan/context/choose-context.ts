import { computeUtf8Length, startOfBytes } from '@/base/bytes';
import type { PlannedTask } from '../plan';
import { blockStart, formatBlockEnd, formatEntryHead } from './context-block';
import type { ChoiceReason, ContextChoice, ContextPlan } from './context-plan';
import type { EarlierOutput, EarlierOutputs } from './earlier-outputs';
import { type RankedOutput, Relevances } from './relevance';

/** An output that must be shortened to no more than this many bytes is left out (language page, section 6). */
const leastBytes = 100;
/** Most left-out outputs that are listed; of a graph with no more tasks than this, all are. */
const mostListed = 100;

/** The tokens left for a text, and how to count them. */
export interface Room {
  readonly tokens: number;
  count(text: string): number;
}

/** What a choice depends on, besides the task and the outputs. */
export interface ChoiceSurroundings<Output extends EarlierOutput> {
  /** ms since 1970. */
  readonly now: number;
  /** Tokens left in the model's window; left out: not known. */
  readonly room?: Room | undefined;
  /** Looks up an output in outer scopes: `include_tasks` may list it. */
  readonly outer?: (id: string) => Output | undefined;
}

/**
 * Chooses the earlier outputs for a task's prompt (language page, section 6). Decided, because the page does not say:
 * what `include_tasks` lists comes first, in its order; it counts towards `max_tasks` but is never left out because of
 * it, only because of bytes and tokens. The first output that does not fit is the last one in the block. The block
 * never has more than `max_bytes` of outputs, nor more tokens, banners included, than the room has.
 */
export function chooseContext<Output extends EarlierOutput>(
  task: PlannedTask,
  outputs: EarlierOutputs<Output>,
  { now, room, outer = () => undefined }: ChoiceSurroundings<Output>,
): ContextPlan {
  const { context } = task;
  const { mode, minRelevance, maxBytes, maxTasks } = context;
  const relevances = new Relevances(task, outputs, now);
  const filling = new Filling(maxBytes, maxTasks, room);
  const isExcluded = new Set(context.excludeTasks);
  const isNamed = new Set(context.named);
  const seen = new Set<Output>();

  for (const id of new Set(context.includeTasks)) {
    const output = id === task.id || isExcluded.has(id) ? undefined : (outputs.named(id) ?? outer(id));
    if (output === undefined) continue;
    seen.add(output);
    filling.offer({ output, ...relevances.of(output), pruned: false }, 'included');
  }

  const reasonAgainst = ({ output, relevance, rule, pruned }: RankedOutput<Output>): ChoiceReason | undefined => {
    if (isExcluded.has(output.id)) return 'excluded';
    if (mode === 'manual') return 'not_listed';
    if (isNamed.has(output.id)) return 'named';
    if (relevance < minRelevance) return 'below_min';
    if (pruned) return 'pruned';
    const isOld = context.timeWindowSecs !== undefined && now - output.endedAt > context.timeWindowSecs * 1000;
    return isOld && rule !== 'direct' ? 'too_old' : undefined;
  };
  const isSmall = outputs.graph.tasks.length <= mostListed;
  const least = isSmall || mode === 'manual' ? 0 : minRelevance;
  for (const ranked of relevances.ranked(least)) {
    if (seen.has(ranked.output)) continue;
    if (filling.listed === mostListed) break;
    seen.add(ranked.output);
    const against = reasonAgainst(ranked);
    if (against === undefined) filling.offer(ranked, 'relevant');
    else filling.leaveOut(ranked, against);
  }

  const live = [...seen].filter((output) => outputs.at(output.index) === output).length;
  return { ...filling.plan(), unlisted: outputs.size - live, maxTasks, maxBytes, minRelevance };
}

/** The context block while it is filled. */
class Filling {
  readonly #told: ContextChoice[] = [];
  readonly #out: ContextChoice[] = [];
  readonly #maxTasks: number;
  readonly #room: Room | undefined;
  #bytes = 0;
  #bytesLeft: number;
  #tokensLeft: number;
  /** Why no more outputs are added. */
  #full: ChoiceReason | undefined;

  constructor(maxBytes: number, maxTasks: number, room: Room | undefined) {
    this.#maxTasks = maxTasks;
    this.#room = room;
    this.#bytesLeft = maxBytes;
    this.#tokensLeft =
      room === undefined
        ? Number.POSITIVE_INFINITY
        : room.tokens - this.#tokens(blockStart) - this.#tokens(formatBlockEnd(maxTasks, maxBytes));
  }

  /** How many left-out outputs are listed. */
  get listed(): number {
    return this.#out.length;
  }

  plan(): Pick<ContextPlan, 'choices' | 'tasks' | 'bytes'> {
    return { choices: [...this.#told, ...this.#out], tasks: this.#told.length, bytes: this.#bytes };
  }

  leaveOut(ranked: RankedOutput<EarlierOutput>, reason: ChoiceReason): void {
    this.#out.push(buildChoice(ranked, 'out', reason, 0));
  }

  /** Adds an output to the block, whole or its start, if there is room. */
  offer(ranked: RankedOutput<EarlierOutput>, reason: 'included' | 'relevant'): void {
    const { output, relevance } = ranked;
    if (reason === 'relevant' && this.#told.length >= this.#maxTasks) this.#full ??= 'max_tasks';
    if (output.bytes === 0 || this.#full !== undefined) {
      this.leaveOut(ranked, output.bytes === 0 ? 'empty' : (this.#full ?? 'empty'));
      return;
    }
    const { bytes, tokens, limit } = this.#fitting(output, relevance);
    const isWhole = bytes === output.bytes;
    if (!isWhole) this.#full = limit;
    if (bytes === 0 || (!isWhole && limit === 'window' && bytes <= leastBytes)) {
      this.leaveOut(ranked, limit);
      return;
    }
    this.#told.push(buildChoice(ranked, isWhole ? 'whole' : 'shortened', reason, bytes));
    this.#bytes += bytes;
    this.#bytesLeft -= bytes;
    this.#tokensLeft -= tokens;
  }

  /** How much of an output fits, and which limit applies. */
  #fitting({ id, text, bytes, truncated }: EarlierOutput, relevance: number) {
    const whole = bytes <= this.#bytesLeft;
    if (!whole && this.#bytesLeft <= leastBytes) return { bytes: 0, tokens: 0, limit: 'max_bytes' } as const;
    let part = whole ? text : startOfBytes(text, this.#bytesLeft);
    if (this.#room === undefined)
      return { bytes: whole ? bytes : computeUtf8Length(part), tokens: 0, limit: 'max_bytes' } as const;
    let tokens = this.#tokens(formatEntryHead(id, relevance, truncated || !whole) + part);
    if (tokens <= this.#tokensLeft)
      return { bytes: whole ? bytes : computeUtf8Length(part), tokens, limit: 'max_bytes' } as const;
    while (part !== '' && tokens > this.#tokensLeft) {
      // Slightly less than the proportional share, so that the loop ends after a few rounds.
      const share = (Math.max(0, this.#tokensLeft) / tokens) * 0.97;
      part = startOfBytes(part, Math.floor(computeUtf8Length(part) * share));
      tokens = this.#tokens(formatEntryHead(id, relevance, true) + part);
    }
    return { bytes: computeUtf8Length(part), tokens, limit: 'window' } as const;
  }

  /** Tokens of a text and the empty line after it. */
  #tokens(text: string): number {
    return this.#room?.count(`${text}\n\n`) ?? 0;
  }
}

function buildChoice(
  { output, relevance, rule }: RankedOutput<EarlierOutput>,
  verdict: ContextChoice['verdict'],
  reason: ChoiceReason,
  shown: number,
): ContextChoice {
  const { id, bytes, truncated } = output;
  return { id, relevance, rule, verdict, reason, bytes, shown, truncated };
}

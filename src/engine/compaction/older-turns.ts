import type { Message } from '@/plan/message';
import type { PlannedCompaction } from '@/plan/plan';
import { charactersOf, turnsOf } from './message-text';
import { isTurnDigest } from './turn-digest';

/** A conversation as it stands before a turn. */
export interface Conversation {
  readonly messages: readonly Message[];
  /** How many of them are the prompt, which is never compacted: system and user message. */
  readonly promptLength: number;
  /** Tokens that sending them would take, with the tools. */
  readonly tokens: number;
  /** From 1: the turn to come. */
  readonly turn: number;
}

/** What can be sent, and what that takes. */
export interface TokenWindow {
  /** Most tokens of a request; undefined: not known. */
  readonly usable: number | undefined;
  /** What sending these takes. */
  tokensOf(messages: readonly Message[]): number;
}

/** Which messages of a conversation are compacted before a turn. */
export interface OlderTurns {
  readonly trigger: 'window' | 'on_threshold';
  /** How many messages after the prompt. */
  readonly count: number;
}

/**
 * Share of the window from which on it is full: what a provider counts in new messages may be a little more than was
 * estimated.
 */
const full = 0.97;

/**
 * Shares of what the prompt leaves of the window: what the latest turns may take, and the last one if nothing else is
 * kept.
 */
const shares = { latest: 0.5, last: 0.75 };

/**
 * The older turns of a conversation, where they are to be compacted: under any trigger but `manual` when the next
 * request would not fit into the window, and with `on_threshold` when it is longer than that. A turn is no task:
 * `on_complete` and `batch` do not touch one that fits. The latest turns stay as far as there is room for them; the
 * last one goes only if it alone does not fit.
 */
export function olderTurns(
  { messages, promptLength, tokens }: Conversation,
  { trigger, threshold }: PlannedCompaction,
  window: TokenWindow,
): OlderTurns | undefined {
  const { usable } = window;
  const prompt = messages.slice(0, promptLength);
  const rest = messages.slice(promptLength);
  const [first] = rest;
  if (first === undefined) return undefined;
  const earlier = isTurnDigest(first) ? 1 : 0;
  const turns = turnsOf(rest.slice(earlier));
  const isOver = trigger !== 'manual' && usable !== undefined && tokens > usable * full;
  const isLong = trigger === 'on_threshold' && charactersOf(rest.slice(earlier)) > threshold;
  if (!isOver && !isLong) return undefined;

  const taken = window.tokensOf(prompt);
  const free = usable === undefined ? Number.POSITIVE_INFINITY : usable - taken;
  if (free <= 0) return undefined;
  const takes = (kept: readonly Message[]) =>
    usable === undefined ? 0 : window.tokensOf([...prompt, ...kept]) - taken;
  const mostCharacters = isLong ? threshold / 2 : Number.POSITIVE_INFINITY;
  let kept: readonly Message[] = [];
  let left = turns.length;
  while (left > 0) {
    const more = [...(turns[left - 1] ?? []), ...kept];
    if (takes(more) > free * shares.latest || charactersOf(more) > mostCharacters) break;
    kept = more;
    left -= 1;
  }
  if (left === turns.length && takes(turns.at(-1) ?? []) <= free * shares.last) left -= 1;
  const count = earlier + turns.slice(0, left).flat().length;
  // What stands for older turns already is not compacted for its own sake.
  if (count === 0 || (left === 0 && !isOver)) return undefined;
  return { trigger: isOver ? 'window' : 'on_threshold', count };
}

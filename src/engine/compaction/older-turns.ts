import type { Message } from '@/plan/message';
import type { PlannedCompaction } from '@/plan/plan';
import { countCharacters, groupTurns } from './message-text';
import { isTurnDigest } from './turn-digest';

/** A conversation before a turn. */
export interface Conversation {
  readonly messages: readonly Message[];
  /** How many of them are the prompt (system and user message), which is never compacted. */
  readonly promptLength: number;
  /** Tokens for sending them, with the tools. */
  readonly tokens: number;
  /** Number of the next turn, from 1. */
  readonly turn: number;
}

/** The limit of a request, and how messages are measured. */
export interface TokenWindow {
  /** Most tokens of a request; undefined: not known. */
  readonly usable: number | undefined;
  /** Tokens for sending these messages. */
  tokensOf(messages: readonly Message[]): number;
}

/** The messages of a conversation that are compacted before a turn. */
export interface OlderTurns {
  readonly trigger: 'window' | 'on_threshold';
  /** The number of messages after the prompt. */
  readonly count: number;
}

/**
 * The share of the window at which it counts as full. The provider's count of new messages may be a little above the
 * estimate.
 */
const full = 0.97;

/** Shares of the window beside the prompt: for the latest turns, and for the last one if nothing else is kept. */
const shares = { latest: 0.5, last: 0.75 };

/**
 * Finds the older turns of a conversation that must be compacted. They must be if the next request would not fit the
 * window (under any trigger but `manual`), or if it is longer than the threshold of `on_threshold`. Turns are not
 * tasks, so `on_complete` and `batch` compact none that fit. The latest turns stay as far as there is room. The last
 * one is compacted only if it alone does not fit.
 */
export function findOlderTurns(
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
  const turns = groupTurns(rest.slice(earlier));
  const isOver = trigger !== 'manual' && usable !== undefined && tokens > usable * full;
  const isLong = trigger === 'on_threshold' && countCharacters(rest.slice(earlier)) > threshold;
  if (!isOver && !isLong) return undefined;

  const taken = window.tokensOf(prompt);
  const free = usable === undefined ? Number.POSITIVE_INFINITY : usable - taken;
  if (free <= 0) return undefined;
  const countTakenTokens = (kept: readonly Message[]) =>
    usable === undefined ? 0 : window.tokensOf([...prompt, ...kept]) - taken;
  const mostCharacters = isLong ? threshold / 2 : Number.POSITIVE_INFINITY;
  let kept: readonly Message[] = [];
  let left = turns.length;
  while (left > 0) {
    const more = [...(turns[left - 1] ?? []), ...kept];
    if (countTakenTokens(more) > free * shares.latest || countCharacters(more) > mostCharacters) break;
    kept = more;
    left -= 1;
  }
  if (left === turns.length && countTakenTokens(turns.at(-1) ?? []) <= free * shares.last) left -= 1;
  const count = earlier + turns.slice(0, left).flat().length;
  // An existing digest of older turns is not compacted only to shorten itself.
  if (count === 0 || (left === 0 && !isOver)) return undefined;
  return { trigger: isOver ? 'window' : 'on_threshold', count };
}

import type { Message } from '@/plan/message';
import { type Digest, nothingGone, readDigest } from './digest';
import { removeRepeatedLines } from './kept-lines';
import { formatMessages } from './message-text';

/** The first line of a digest of older turns. */
const title = /^\[Turns 1 to (\d+) of this conversation stand here in short\.\]/;
/** The start of an output in it. */
const output = /^(?:Turn \d+: |\[(?:assistant|user|tool .*)\]$)/;

/** Whether a message is a digest of older turns. */
export function isTurnDigest({ role, content }: Message): boolean {
  return role === 'user' && title.test(content);
}

/** How many turns a digest covers; 0: the message is not a digest. */
export function countDigestTurns(message: Message | undefined): number {
  return message?.role === 'user' ? Number(title.exec(message.content)?.[1] ?? 0) : 0;
}

/** The first line of a digest of so many turns. */
export function formatTurnsTitle(count: number): string {
  return `[Turns 1 to ${count} of this conversation stand here in short.]`;
}

/** A turn as an output of the digest. */
export function formatTurnText(turn: readonly Message[], number: number): string {
  return `Turn ${number}: ${formatMessages(turn).replace(/^\[assistant\]\n/, '')}`;
}

/** Merges a digest with the one of the turns before: outputs, decisions and errors of both. */
export function mergeDigests(earlier: Message | undefined, later: Digest): Digest {
  if (earlier === undefined) return later;
  const before = readDigest(earlier.content, output);
  return {
    title: later.title,
    outputs: [...before.outputs, ...later.outputs],
    errors: removeRepeatedLines([...before.errors, ...later.errors]),
    decisions: removeRepeatedLines([...before.decisions, ...later.decisions]),
    gone: { ...nothingGone, ...before.gone },
  };
}

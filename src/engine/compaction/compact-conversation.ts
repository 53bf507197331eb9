import type { Message } from '@/plan/message';
import type { PlannedAtomic } from '@/plan/plan';
import type { Attempt } from '../attempt';
import type { Window } from '../handler/window';

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

/**
 * The messages of a conversation with its older turns replaced by one message, where the rules of compaction say so or they would not fit
 * into the window; the same array if nothing is done. Never splits a call of a tool from its answer.
 */
export async function compactConversation(
  _task: PlannedAtomic,
  conversation: Conversation,
  _window: Window,
  _attempt: Attempt,
): Promise<readonly Message[]> {
  return conversation.messages;
}

import type { PromptPart } from '@/plan/message';
import type { TokenRoom } from '../attempt';

/** The room that is left beside parts of a prompt. */
export function computeRoomBeside(parts: readonly PromptPart[], room: TokenRoom | undefined): TokenRoom | undefined {
  if (room === undefined || parts.length === 0) return room;
  const taken = parts.reduce((sum, { text }) => sum + room.count(`${text}\n\n`), 0);
  return { tokens: Math.max(0, room.tokens - taken), count: (text) => room.count(text) };
}

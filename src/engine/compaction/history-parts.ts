import type { PromptPart } from '@/plan/message';
import type { PlannedAtomic } from '@/plan/plan';
import type { Attempt, TokenRoom } from '../attempt';

/** What of the history an agent is sent (language page, section 7), as parts of kind `history`; nothing with `minimal`. */
export async function historyParts(
  task: PlannedAtomic,
  _attempt: Attempt,
  _room: TokenRoom | undefined,
): Promise<readonly PromptPart[]> {
  if (task.contextTransfer === 'minimal') return [];
  return [];
}

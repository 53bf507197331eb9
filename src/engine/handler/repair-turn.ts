import type { Message } from '@/plan/message';

/**
 * A reply that cannot be used and what is wrong with it, to go on with in the same conversation. Providers refuse an assistant
 * message without text.
 */
export function repairTurn(reply: string, violations: readonly string[]): readonly Message[] {
  const wrong = violations.map((violation) => `- ${violation}`).join('\n');
  const content = `Your reply cannot be used:\n${wrong}\n\nReply again with the whole corrected output and nothing else.`;
  const said: Message[] = reply === '' ? [] : [{ role: 'assistant', content: reply }];
  return [...said, { role: 'user', content }];
}

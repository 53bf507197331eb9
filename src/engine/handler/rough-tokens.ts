import type { Message } from '@/plan/message';

/** About as many characters make a token of prose. */
const charactersPerToken = 4;

/** About how many tokens messages have, where no provider has counted them. */
export function roughTokens(messages: readonly Message[]): number {
  const characters = messages.reduce((sum, message) => sum + message.content.length + lengthOfCalls(message), 0);
  return Math.ceil(characters / charactersPerToken);
}

function lengthOfCalls(message: Message): number {
  if (message.role !== 'assistant') return 0;
  return (message.toolCalls ?? []).reduce((sum, call) => sum + call.name.length + call.arguments.length, 0);
}

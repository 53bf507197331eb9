import type { AssistantMessage, Message, ToolCall } from '@/plan/message';
import { listMakerCalls } from '@/plan/reply-origin';

/** Messages as a readable text: each starts with its role, and tool calls are included. */
export function formatMessages(messages: readonly Message[]): string {
  return messages.map(formatMessage).join('\n\n');
}

/** One message as a readable text. */
export function formatMessage(message: Message): string {
  const { content } = message;
  switch (message.role) {
    case 'tool':
      return `[tool ${message.name}${message.isError === true ? ', error' : ''}]\n${content}`;
    case 'assistant':
      return ['[assistant]', ...formatMakerTexts(message), content, ...(message.toolCalls ?? []).map(callText)]
        .filter((text) => text !== '')
        .join('\n');
    default:
      return `[${message.role}]\n${content}`;
  }
}

function callText({ name, arguments: args }: ToolCall): string {
  return `(calls ${name} ${args})`;
}

/** What the provider's tools did for a reply. */
function formatMakerTexts({ origin }: AssistantMessage): readonly string[] {
  const calls = origin === undefined ? [] : listMakerCalls(origin);
  return calls.map(({ name, input = '', result = '' }) => `(used ${name} ${input}: ${result})`);
}

/** Characters of messages, including their tool calls. */
export function countCharacters(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => {
    const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
    return calls.reduce(
      (more, { name, arguments: args }) => more + name.length + args.length,
      sum + message.content.length,
    );
  }, 0);
}

/**
 * Groups messages into units that are never split. A unit is a reply, with the answers to its tool calls and all
 * messages up to the next reply. A later reply joins the unit if it has the result of a provider's tool that the unit
 * called.
 */
export function groupTurns(messages: readonly Message[]): readonly (readonly Message[])[] {
  const turns: Message[][] = [];
  for (const message of messages) {
    const turn = turns.at(-1);
    if (turn === undefined || (message.role === 'assistant' && !isAnswerToEarlierCall(message))) turns.push([message]);
    else turn.push(message);
  }
  return turns;
}

/** Whether a reply holds the result of a provider tool that an earlier reply called. */
function isAnswerToEarlierCall({ origin }: AssistantMessage): boolean {
  const called = new Set<string>();
  return (origin?.parts ?? []).some((part) => {
    if (part.kind !== 'maker') return false;
    if (part.input !== undefined) called.add(part.id);
    return !called.has(part.id);
  });
}

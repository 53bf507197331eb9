import type { AssistantMessage, Message, ToolCall } from '@/plan/message';
import { makerCallsOf } from '@/plan/reply-origin';

/** Messages as a text to read: who says it before what is said, and calls of tools as they were made. */
export function messagesText(messages: readonly Message[]): string {
  return messages.map(messageText).join('\n\n');
}

/** One of them. */
export function messageText(message: Message): string {
  const { content } = message;
  switch (message.role) {
    case 'tool':
      return `[tool ${message.name}${message.isError === true ? ', error' : ''}]\n${content}`;
    case 'assistant':
      return ['[assistant]', ...makerTexts(message), content, ...(message.toolCalls ?? []).map(callText)]
        .filter((text) => text !== '')
        .join('\n');
    default:
      return `[${message.role}]\n${content}`;
  }
}

function callText({ name, arguments: args }: ToolCall): string {
  return `(calls ${name} ${args})`;
}

/** What tools of its maker did for a reply. */
function makerTexts({ origin }: AssistantMessage): readonly string[] {
  const calls = origin === undefined ? [] : makerCallsOf(origin);
  return calls.map(({ name, input = '', result = '' }) => `(used ${name} ${input}: ${result})`);
}

/** Characters that messages have, with the calls in them. */
export function charactersOf(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => {
    const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
    return calls.reduce(
      (more, { name, arguments: args }) => more + name.length + args.length,
      sum + message.content.length,
    );
  }, 0);
}

/**
 * Messages in units that are never taken apart: what a model says, with the answers to the tools that it calls and what
 * it is told until it speaks again; further, where it speaks again with what came of a tool of its maker that it called
 * before.
 */
export function turnsOf(messages: readonly Message[]): readonly (readonly Message[])[] {
  const turns: Message[][] = [];
  for (const message of messages) {
    const turn = turns.at(-1);
    if (turn === undefined || (message.role === 'assistant' && !answersEarlier(message))) turns.push([message]);
    else turn.push(message);
  }
  return turns;
}

/** Whether a reply has what came of a call of its maker's tool that stands in an earlier one. */
function answersEarlier({ origin }: AssistantMessage): boolean {
  const called = new Set<string>();
  return (origin?.parts ?? []).some((part) => {
    if (part.kind !== 'maker') return false;
    if (part.input !== undefined) called.add(part.id);
    return !called.has(part.id);
  });
}

import { isJsonObject, type Json } from '@/base/json';
import type { Message, ToolCall } from '@/plan/message';
import type { ModelRequest } from '../ports/model-client';
import type { Scripted } from './scripted-models.testing';

/** A tool call as a test writes it. Text arguments are passed on unchanged. */
export interface WrittenCall {
  readonly name: string;
  readonly args?: Json;
}

/** A turn of a model: its text, or the tools that it calls. */
export type WrittenTurn = string | readonly WrittenCall[];

/** A model that takes these turns in each conversation, and then says `done`. */
export function turns(...written: readonly WrittenTurn[]): (request: ModelRequest) => Scripted {
  return ({ messages }) => {
    const turn = messages.filter(({ role }) => role === 'assistant').length;
    const turnContent = written[turn] ?? 'done';
    if (typeof turnContent === 'string') return turnContent;
    const toolCalls = turnContent.map(({ name, args = {} }, index): ToolCall => {
      const text = isJsonObject(args) ? JSON.stringify(args) : String(args);
      return { id: `call_${turn + 1}_${index + 1}`, name, arguments: text };
    });
    return { content: '', finishReason: 'tool_calls', toolCalls };
  };
}

/** The answers of tools in the messages of a request. A `!` in front marks an error. */
export function answersIn(request: ModelRequest | undefined): readonly string[] {
  const messages: readonly Message[] = request?.messages ?? [];
  return messages.flatMap((message) =>
    message.role === 'tool' ? [`${message.isError === true ? '! ' : ''}${message.content}`] : [],
  );
}

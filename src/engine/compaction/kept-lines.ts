import { isJsonObject, type Json } from '@/base/json';
import { tryDecodeJson } from '@/base/json-text';
import { startOf } from '@/base/start-of';
import type { Message } from '@/plan/message';

/** A list mark or bold markup may come first. */
const decision = /^\s*(?:[-*•]\s+|\d+[.)]\s+)?(?:\*\*|__)?((?:Decision|Decided):.*)$/;
const error = /^\s*(Error:.*)$/;
/** Most characters of one error. The rest of a trace says little. */
const errorLength = 500;

/** The decisions in a text: unchanged lines that start with `Decision:` or `Decided:`, each once. */
export function decisionsIn(text: string): readonly string[] {
  return linesOf(text, decision);
}

/** The errors that an earlier digest kept: lines that start with `Error:`. */
export function errorsIn(text: string): readonly string[] {
  return linesOf(text, error);
}

/** The decisions in messages, including the arguments of tool calls, such as a note. */
export function decisionsOf(messages: readonly Message[]): readonly string[] {
  return unique(messages.flatMap((message) => textsOf(message).flatMap(decisionsIn)));
}

/** The errors in messages: tool answers marked as errors, and lines that start with `Error:`. */
export function errorsOf(messages: readonly Message[]): readonly string[] {
  return unique(
    messages.flatMap((message) => {
      if (message.role === 'tool' && message.isError === true)
        return [errorLine(`${message.name}: ${message.content}`)];
      return errorsIn(message.content);
    }),
  );
}

/** An error as one line. */
export function errorLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `Error: ${startOf(line.replace(/^Error: /, ''), errorLength)}`;
}

/** A decision as one line, in a form that the template finds again. */
export function decisionLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return /^(?:Decision|Decided):/.test(line) ? line : `Decision: ${line}`;
}

/** Each line once, at its first position. */
export function unique(lines: readonly string[]): readonly string[] {
  return [...new Set(lines)];
}

function linesOf(text: string, pattern: RegExp): readonly string[] {
  if (!text.includes(':')) return [];
  return unique(
    text.split('\n').flatMap(
      (line) =>
        pattern
          .exec(line)?.[1]
          ?.replace(/^(\w+:)(?:\*\*|__)/, '$1')
          .trim() ?? [],
    ),
  );
}

function textsOf(message: Message): readonly string[] {
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return [message.content, ...calls.flatMap(({ arguments: text }) => textsWithin(parsed(text)))];
}

function textsWithin(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsWithin);
  return isJsonObject(value)
    ? Object.values(value).flatMap((member) => (member === undefined ? [] : textsWithin(member)))
    : [];
}

function parsed(text: string): Json {
  return tryDecodeJson(text) ?? null;
}

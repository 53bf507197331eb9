import { isJsonObject, type Json } from '@/base/json';
import { tryDecodeJson } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import type { Message } from '@/plan/message';

/** A list mark or bold markup may come first. */
const decision = /^\s*(?:[-*•]\s+|\d+[.)]\s+)?(?:\*\*|__)?((?:Decision|Decided):.*)$/;
const error = /^\s*(Error:.*)$/;
/** Most characters of one error. The rest of a trace says little. */
const errorLength = 500;

/** The decisions in a text: unchanged lines that start with `Decision:` or `Decided:`, each once. */
export function findDecisionLines(text: string): readonly string[] {
  return findMatchingLines(text, decision);
}

/** The errors that an earlier digest kept: lines that start with `Error:`. */
export function findErrorLines(text: string): readonly string[] {
  return findMatchingLines(text, error);
}

/** The decisions in messages, including the arguments of tool calls, such as a note. */
export function collectDecisions(messages: readonly Message[]): readonly string[] {
  return removeRepeatedLines(messages.flatMap((message) => collectMessageTexts(message).flatMap(findDecisionLines)));
}

/** The errors in messages: tool answers marked as errors, and lines that start with `Error:`. */
export function collectErrors(messages: readonly Message[]): readonly string[] {
  return removeRepeatedLines(
    messages.flatMap((message) => {
      if (message.role === 'tool' && message.isError === true)
        return [formatErrorLine(`${message.name}: ${message.content}`)];
      return findErrorLines(message.content);
    }),
  );
}

/** An error as one line. */
export function formatErrorLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `Error: ${cutToStart(line.replace(/^Error: /, ''), errorLength)}`;
}

/** A decision as one line, in a form that the template finds again. */
export function formatDecisionLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return /^(?:Decision|Decided):/.test(line) ? line : `Decision: ${line}`;
}

/** Each line once, at its first position. */
export function removeRepeatedLines(lines: readonly string[]): readonly string[] {
  return [...new Set(lines)];
}

function findMatchingLines(text: string, pattern: RegExp): readonly string[] {
  if (!text.includes(':')) return [];
  return removeRepeatedLines(
    text.split('\n').flatMap(
      (line) =>
        pattern
          .exec(line)?.[1]
          ?.replace(/^(\w+:)(?:\*\*|__)/, '$1')
          .trim() ?? [],
    ),
  );
}

function collectMessageTexts(message: Message): readonly string[] {
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return [message.content, ...calls.flatMap(({ arguments: text }) => collectTextsWithin(parseJsonOrNull(text)))];
}

function collectTextsWithin(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(collectTextsWithin);
  return isJsonObject(value)
    ? Object.values(value).flatMap((member) => (member === undefined ? [] : collectTextsWithin(member)))
    : [];
}

function parseJsonOrNull(text: string): Json {
  return tryDecodeJson(text) ?? null;
}

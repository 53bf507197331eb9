import type { Message } from '@/plan/message';
import type { PlannedCompaction } from '@/plan/plan';
import { type Digest, nothingGone } from './digest';
import { shortenTo } from './fit-digest';
import { collectDecisions, collectErrors, formatErrorLine, removeRepeatedLines } from './kept-lines';
import { formatMessage } from './message-text';

/** Most characters that are left of an output (language page, section 7). */
export const outputLength = 500;
/** Most characters that are left of a message. */
const messageLength = 300;

/** Messages to be compacted by template. */
export interface TemplateInput {
  /** The first line of the digest. */
  readonly title: string;
  readonly messages: readonly Message[];
  /** Their results. */
  readonly outputs: readonly string[];
  /** Errors that the messages do not show. */
  readonly errors: readonly string[];
}

type Rules = Pick<PlannedCompaction, 'strategy' | 'preserve'>;

/** The digest of messages by the rules of the language, without a model. */
export function buildDigestByTemplate(material: TemplateInput, { strategy, preserve }: Rules): Digest {
  const keeps = (what: Rules['preserve'][number]) => strategy === 'moderate' || preserve.includes(what);
  return {
    title: material.title,
    outputs: formatOutputLines(material, strategy, keeps('outputs')),
    errors: keeps('errors') ? collectErrorLines(material) : [],
    decisions: keeps('decisions') ? collectDecisions(material.messages) : [],
    gone: nothingGone,
  };
}

function formatOutputLines(
  { messages, outputs }: TemplateInput,
  strategy: Rules['strategy'],
  isKept: boolean,
): readonly string[] {
  if (strategy === 'comprehensive') return messages.map((message) => formatMessage(shortenMessage(message)));
  return isKept ? outputs.map((text) => shortenTo(text, outputLength)) : [];
}

function collectErrorLines({ messages, errors }: TemplateInput): readonly string[] {
  return removeRepeatedLines([...collectErrors(messages), ...errors.map(formatErrorLine)]);
}

function shortenMessage(message: Message): Message {
  const content = shortenTo(message.content, messageLength);
  if (message.role !== 'assistant' || message.toolCalls === undefined) return { ...message, content };
  const toolCalls = message.toolCalls.map((call) => ({ ...call, arguments: shortenTo(call.arguments, messageLength) }));
  return { ...message, content, toolCalls };
}

/** The first line of a task's digest. */
export function formatTaskTitle(name: string, isFailed: boolean): string {
  return `Task ${name} completed: ${isFailed ? 'failure' : 'success'}`;
}

import { z } from 'zod';
import { decodeJson } from '@/base/json-text';

const messagesSchema = z.array(
  z.object({
    role: z.enum(['system', 'user', 'assistant', 'tool']),
    content: z.string(),
    name: z.string().optional(),
    toolCalls: z.array(z.object({ name: z.string(), arguments: z.string() })).optional(),
    /** Parts of a reply besides its text and its tool calls: thoughts, and what tools of its maker did. */
    origin: z
      .object({
        by: z.string().optional(),
        parts: z.array(
          z.object({
            kind: z.string(),
            text: z.string().optional(),
            name: z.string().optional(),
            input: z.string().optional(),
          }),
        ),
      })
      .optional()
      .catch(undefined),
  }),
);
/** The fields of a sent message that a person reads. */
export type SentMessage = z.infer<typeof messagesSchema>[number];

const roles = { system: 'System', user: 'User', assistant: 'Assistant', tool: 'Tool' } as const;

/** Parses the messages of a call from JSON; undefined if it is not valid. */
export function readMessages(json: string): readonly SentMessage[] | undefined {
  try {
    return messagesSchema.safeParse(decodeJson(json)).data;
  } catch {
    return undefined;
  }
}

/** The role of a message, with its name. */
export function formatSpeaker({ role, name }: SentMessage): string {
  return name === undefined ? roles[role] : `${roles[role]} ${name}`;
}

/** The text of a message, with its tool calls and those that its maker performed itself. */
export function formatMessageText({ content, toolCalls = [], origin }: SentMessage): string {
  const provider = origin?.by?.split(':', 1)[0] ?? '';
  const made = (origin?.parts ?? []).flatMap(({ kind, name, input }) =>
    kind === 'maker' && input !== undefined ? [`${name}(${input}), by ${provider}`] : [],
  );
  const calls = toolCalls.map(({ name, arguments: given }) => `${name}(${given})`);
  return [...made, content, ...calls].filter((text) => text !== '').join('\n');
}

/**
 * What the model thought before a message, as far as that is known; otherwise empty. It is not part of the message's
 * text.
 */
export function readThoughts({ origin }: SentMessage): string {
  const thoughts = (origin?.parts ?? []).map(({ kind, text = '' }) => (kind === 'reasoning' ? text : ''));
  return thoughts.filter((text) => text !== '').join('\n\n');
}

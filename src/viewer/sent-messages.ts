import { z } from 'zod';

const messagesSchema = z.array(
  z.object({
    role: z.enum(['system', 'user', 'assistant', 'tool']),
    content: z.string(),
    name: z.string().optional(),
    toolCalls: z.array(z.object({ name: z.string(), arguments: z.string() })).optional(),
    /** What of a reply its text and its calls do not say: thoughts, and what tools of its maker did. */
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
/** A message as it was sent, as far as a person reads it. */
export type SentMessage = z.infer<typeof messagesSchema>[number];

const roles = { system: 'System', user: 'User', assistant: 'Assistant', tool: 'Tool' } as const;

/** The messages of a call, from their JSON; undefined if it is none. */
export function readMessages(json: string): readonly SentMessage[] | undefined {
  try {
    return messagesSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** Who speaks in a message. */
export function speakerOf({ role, name }: SentMessage): string {
  return name === undefined ? roles[role] : `${roles[role]} ${name}`;
}

/** The text of a message, with the calls of tools in it, and those that its maker performed itself. */
export function textOfMessage({ content, toolCalls = [], origin }: SentMessage): string {
  const provider = origin?.by?.split(':', 1)[0] ?? '';
  const made = (origin?.parts ?? []).flatMap(({ kind, name, input }) =>
    kind === 'maker' && input !== undefined ? [`${name}(${input}), by ${provider}`] : [],
  );
  const calls = toolCalls.map(({ name, arguments: given }) => `${name}(${given})`);
  return [...made, content, ...calls].filter((text) => text !== '').join('\n');
}

/**
 * What the model thought before it said a message, as far as that is told; empty: nothing. It is no part of what it
 * said.
 */
export function thoughtsOfMessage({ origin }: SentMessage): string {
  const thoughts = (origin?.parts ?? []).map(({ kind, text = '' }) => (kind === 'reasoning' ? text : ''));
  return thoughts.filter((text) => text !== '').join('\n\n');
}

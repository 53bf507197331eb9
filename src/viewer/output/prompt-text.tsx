import { z } from 'zod';
import type { CallRecord } from '@/run/run-state';
import { usePayload } from '../use-payload';
import styles from './task-output.module.css';

const messagesSchema = z.array(
  z.object({
    role: z.enum(['system', 'user', 'assistant', 'tool']),
    content: z.string(),
    name: z.string().optional(),
    toolCalls: z.array(z.object({ name: z.string(), arguments: z.string() })).optional(),
  }),
);
const roles = { system: 'System', user: 'User', assistant: 'Assistant', tool: 'Tool' } as const;

/** What a call was told, message by message as it was sent; for a script, the script. */
export function PromptText({ call }: { readonly call: CallRecord | undefined }) {
  const { text } = usePayload(call?.request);
  if (!call) return <p className={styles.quiet}>Nothing was sent yet.</p>;
  const messages = call.kind === 'model' ? readMessages(text) : undefined;
  if (!messages) return <pre className={styles.text}>{text}</pre>;
  return messages.map(({ role, content, name, toolCalls = [] }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a call never change or move.
    <div key={index} className={styles.message}>
      <span className={styles.role}>
        {roles[role]}
        {name && ` ${name}`}
      </span>
      <pre className={styles.text}>
        {[content, ...toolCalls.map(callText)].filter((text) => text !== '').join('\n')}
      </pre>
    </div>
  ));
}

function callText(call: { readonly name: string; readonly arguments: string }): string {
  return `${call.name}(${call.arguments})`;
}

function readMessages(text: string) {
  try {
    return messagesSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

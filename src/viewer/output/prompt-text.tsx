import { z } from 'zod';
import type { CallRecord } from '@/run/run-state';
import { usePayload } from '../use-payload';
import styles from './task-output.module.css';

const messagesSchema = z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }));
const roles = { system: 'System', user: 'User', assistant: 'Assistant' } as const;

/** What a call was told, message by message as it was sent; for a script, the script. */
export function PromptText({ call }: { readonly call: CallRecord | undefined }) {
  const { text } = usePayload(call?.request);
  if (!call) return <p className={styles.quiet}>Nothing was sent yet.</p>;
  const messages = call.kind === 'model' ? readMessages(text) : undefined;
  if (!messages) return <pre className={styles.text}>{text}</pre>;
  return messages.map(({ role, content }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a call never change or move.
    <div key={index} className={styles.message}>
      <span className={styles.role}>{roles[role]}</span>
      <pre className={styles.text}>{content}</pre>
    </div>
  ));
}

function readMessages(text: string) {
  try {
    return messagesSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

import type { CallRecord } from '@/run/run-state';
import { MessageThoughts } from '../context/parts/message-list';
import { formatMessageText, formatSpeaker, readMessages } from '../sent-messages';
import { usePayload } from '../use-payload';
import { ShownPart } from './shown-part';
import styles from './task-output.module.css';

/** What a call was sent, message by message; for a script, the script. */
export function PromptText({ call, label }: { readonly call: CallRecord | undefined; readonly label: string }) {
  const payload = usePayload(call?.request);
  const { text } = payload;
  if (!call) return <p className={styles.quiet}>Nothing was sent yet.</p>;
  if (call.request.length === 0 && text === '')
    return <p className={styles.quiet}>The result was taken over. What was sent is in the run that made the call.</p>;
  const messages = call.kind === 'model' ? readMessages(text) : undefined;
  if (!messages) {
    const what = call.kind === 'model' ? 'prompt' : 'script';
    return (
      <>
        <ShownPart capture={undefined} payload={call.request} text={payload} what={what} label={label} />
        <pre className={styles.text}>{text}</pre>
      </>
    );
  }
  return messages.map((message, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a call never change or move.
    <div key={index} className={styles.message}>
      <span className={styles.role}>{formatSpeaker(message)}</span>
      <MessageThoughts message={message} />
      <pre className={styles.text}>{formatMessageText(message)}</pre>
    </div>
  ));
}

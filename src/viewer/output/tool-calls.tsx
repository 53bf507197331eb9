import { formatDuration } from '@/base/figures';
import type { CallRecord, Payload } from '@/run/run-state';
import { Chip } from '@/ui/display/chip';
import { SentFile } from '../sent-file';
import { usePayload } from '../use-payload';
import styles from './output-lists.module.css';

/** The tools that a model called in a turn, each with what it was given and what it gave back. */
export function ToolCalls({ calls }: { readonly calls: readonly CallRecord[] }) {
  if (calls.length === 0) return null;
  return (
    <section className={styles.list} aria-label="Tools">
      <h3 className={styles.heading}>Tools</h3>
      {calls.map((call) => (
        <details key={call.path} className={styles.tool}>
          <summary>
            <span className={styles.name}>{call.model}</span>
            {call.reply?.isError && <Chip tone="failed">failed</Chip>}
            <span className={styles.line}>{call.reply?.text.split('\n', 1)[0]}</span>
            <span className={styles.figure}>
              {call.reply && formatDuration(Date.parse(call.reply.endedAt) - Date.parse(call.startedAt))}
            </span>
          </summary>
          <ToolText title="Given" payload={call.request} />
          <ToolText title="Gave back" payload={call.reply} />
          {call.reply?.files?.map((file) => (
            <SentFile key={file.ref} file={file} />
          ))}
        </details>
      ))}
    </section>
  );
}

function ToolText({ title, payload }: { readonly title: string; readonly payload: Payload | undefined }) {
  const { text } = usePayload(payload);
  return (
    <div className={styles.given}>
      <span className={styles.caption}>{title}</span>
      <pre className={styles.text}>{text === '' ? '(nothing)' : text}</pre>
    </div>
  );
}

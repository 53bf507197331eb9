import { formatDuration } from '@/base/figures';
import type { CallRecord, Payload } from '@/run/run-state';
import { SentFile } from '../sent-file';
import { ToolCallRow, ToolText } from '../tool-call/tool-call';
import { usePayload } from '../use-payload';
import styles from './output-lists.module.css';
import { WhatIfButton } from './what-if-button';

/** The tools that a model called in a turn, each with its arguments and its result. */
export function ToolCalls({ calls }: { readonly calls: readonly CallRecord[] }) {
  if (calls.length === 0) return null;
  return (
    <section className={styles.list} aria-label="Tools">
      <h3 className={styles.heading}>Tools</h3>
      {calls.map((call) => (
        <ToolCallRow
          key={call.path}
          name={call.model}
          isError={call.reply?.isError}
          start={call.reply?.text}
          figure={call.reply && formatDuration(Date.parse(call.reply.endedAt) - Date.parse(call.startedAt))}
        >
          <StoredText title="Given" payload={call.request} />
          <StoredText title="Returned" payload={call.reply} />
          {call.reply && <WhatIfButton path={call.path} of="result" payload={call.reply} />}
          {call.reply?.files?.map((file) => (
            <SentFile key={file.ref} file={file} />
          ))}
        </ToolCallRow>
      ))}
    </section>
  );
}

function StoredText({ title, payload }: { readonly title: string; readonly payload: Payload | undefined }) {
  const { text } = usePayload(payload);
  return <ToolText title={title} text={text} />;
}

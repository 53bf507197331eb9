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

/** The tools that a script called, each with the start of its arguments and of its result. */
export function ScriptToolCalls({ call }: { readonly call: CallRecord }) {
  const { newest, count } = call.reply?.scriptCalls ?? { newest: [], count: 0 };
  if (newest.length === 0) return null;
  return (
    <section className={styles.list} aria-label="Tools the script called">
      <h3 className={styles.heading}>
        {count > newest.length
          ? `Tools the script called, the last ${newest.length} of ${count.toLocaleString('en')} times`
          : 'Tools the script called'}
      </h3>
      {newest.map(({ tool, isError, arguments: given, result, durationMs }, index) => (
        <ToolCallRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a script never change or move.
          key={index}
          name={tool}
          isError={isError}
          start={result.text}
          figure={formatDuration(durationMs)}
        >
          <ToolText title="Given" text={startText(given)} />
          <ToolText title="Returned" text={startText(result)} />
        </ToolCallRow>
      ))}
    </section>
  );
}

/** The start of a text, with the length of the whole if that is not kept. */
function startText({ text, length }: Payload): string {
  return length > text.length ? `${text}…\n(the start of ${length.toLocaleString('en')} characters)` : text;
}

function StoredText({ title, payload }: { readonly title: string; readonly payload: Payload | undefined }) {
  const { text } = usePayload(payload);
  return <ToolText title={title} text={text} />;
}

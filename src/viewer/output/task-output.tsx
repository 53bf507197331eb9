import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import type { CallRecord, Payload, TaskRun } from '@/run/run-state';
import { useDocument, useRun } from '@/state/context';
import { useLiveText } from '@/state/use-live-text';
import { downloadText } from '@/ui/download-text';
import { IconButton } from '@/ui/icon-button';
import { Note } from '@/ui/note';
import { ScrollRegion } from '@/ui/scroll-region';
import { Segmented } from '@/ui/segmented';
import { Select } from '@/ui/select';
import { StatusRing } from '@/ui/status-ring';
import { notify } from '@/ui/toast';
import { taskLabel, taskOf } from '@/workflow/document';
import { usePayload } from '../use-payload';
import { outputFigures } from './output-figures';
import { OutputText, type OutputView } from './output-text';
import { PromptText } from './prompt-text';
import styles from './task-output.module.css';

const noCalls: readonly CallRecord[] = [];

interface TaskOutputProps {
  readonly taskId: string;
  /** Of the text for a screen reader, where the same output may stand a second time on the screen. */
  readonly name?: string;
}

/** What a task gave out, call by call: the reply as it streams, the prompt that was sent, the error and what to do. */
export function TaskOutput({ taskId, name }: TaskOutputProps) {
  const label = useDocument(({ document }) => {
    const task = taskOf(document, taskId);
    return task ? taskLabel(taskId, task) : taskId;
  });
  const task = useRun((state) => state.run.tasks.get(taskId));
  const calls = useRun((state) => state.run.calls.get(taskId)) ?? noCalls;
  const live = useLiveText(taskId);
  const waits = useRun((state) => state.run.status === 'waiting');
  const warnings = useRun((state) => state.run.warnings.get(taskId));
  const [shown, setShown] = useState<OutputView>('text');
  const [chosen, setChosen] = useState<string>();
  const call = calls.find(({ path }) => path === chosen) ?? calls.at(-1);
  const isLast = call === undefined || call === calls.at(-1);
  const result = isLast && task?.status === 'ok' ? task.result : call?.reply;
  const text = usePayload(result);
  const streams = live !== undefined && (call === undefined || live.path === call.path);
  const content = streams ? live.text : text.text;

  return (
    <div className={styles.output}>
      <div className={styles.bar}>
        <span className={styles.state}>
          <StatusRing status={ringOf(task, waits)} size={14} />
          {label}
        </span>
        <span className={styles.figures}>{outputFigures(task, calls)}</span>
        <span className={styles.end}>
          {calls.length > 1 && (
            <Select
              label="Call"
              value={call?.path ?? ''}
              options={calls.map(({ path, attempt }, index) => ({
                value: path,
                label: `Call ${index + 1} of ${calls.length}, attempt ${attempt}`,
              }))}
              onChange={setChosen}
            />
          )}
          <Segmented
            label="Show"
            value={shown}
            options={[
              { value: 'text', label: 'Text' },
              { value: 'rendered', label: 'Rendered' },
              { value: 'json', label: 'JSON' },
              { value: 'prompt', label: call?.kind === 'script' ? 'Script' : 'Prompt' },
            ]}
            onChange={(value) => setShown(value as OutputView)}
          />
          <IconButton
            label="Copy the output"
            icon={<Copy />}
            size="s"
            disabled={content === ''}
            onClick={() => void copy(content)}
          />
          {task?.status === 'ok' && task.data.artifact !== undefined && (
            <IconButton
              label={`Download ${task.data.artifact}`}
              icon={<Download />}
              size="s"
              disabled={text.status !== 'ready'}
              onClick={() => downloadText(task.data.artifact ?? taskId, content)}
            />
          )}
        </span>
      </div>
      <ScrollRegion className={styles.body} label={name ?? `Output of ${label}`}>
        {task && 'error' in task && task.error && (
          <Note tone={task.status === 'failed' ? 'error' : 'warning'} title={task.error.message}>
            {task.error.advice}
          </Note>
        )}
        {task?.status === 'running' && task.retry && (
          <Note tone="warning" title={task.retry.error.message}>
            Tries again in {Math.round(task.retry.delayMs / 1000)} s.
          </Note>
        )}
        {warnings?.map((warning) => (
          <Note key={warning} tone="warning">
            {warning}
          </Note>
        ))}
        {shown === 'prompt' ? (
          <PromptText call={call} />
        ) : (
          <OutputText text={content} view={shown} streams={streams} empty={emptyText(task, waits)} />
        )}
        {shown !== 'prompt' && call?.reply?.stderr && <StandardError payload={call.reply.stderr} />}
        {text.status === 'loading' && <p className={styles.quiet}>Reading the rest…</p>}
        {text.status === 'failed' && <Note tone="error">{text.message}</Note>}
      </ScrollRegion>
    </div>
  );
}

function StandardError({ payload }: { readonly payload: Payload }) {
  const { text } = usePayload(payload);
  if (text === '') return null;
  return (
    <div className={styles.message}>
      <span className={styles.role}>Standard error</span>
      <pre className={styles.text}>{text}</pre>
    </div>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ tone: 'ok', title: 'Copied' });
  } catch {
    notify({
      tone: 'error',
      title: 'Not copied',
      detail: 'The browser does not allow this page to use the clipboard.',
    });
  }
}

function ringOf(task: TaskRun | undefined, waits: boolean) {
  if (task === undefined) return 'idle' as const;
  if (task.status === 'running' && waits) return 'paused' as const;
  return task.status === 'cancelled' ? ('skipped' as const) : task.status;
}

function emptyText(task: TaskRun | undefined, waits: boolean): string {
  switch (task?.status) {
    case undefined:
      return 'Not run yet.';
    case 'running':
      return waits ? 'Waits for you.' : 'No text yet.';
    case 'skipped':
      return task.because ?? 'Skipped.';
    case 'cancelled':
      return 'Cancelled.';
    case 'ok':
    case 'failed':
      return 'The output is empty.';
  }
}

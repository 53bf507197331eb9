import { Copy, Download, Layers } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Capture } from '@/run/event-data';
import { formatInstance } from '@/run/instance-label';
import { findInstance, findParentPath, type JournalPath } from '@/run/journal-path';
import { isAskingAt } from '@/run/projections/asks-at';
import { findInstanceAt } from '@/run/projections/instance-at';
import type { CallRecord, Payload, TaskInstance, TaskRun } from '@/run/run-state';
import { skipWords } from '@/run/skip-words';
import { useRun, useStores, useView } from '@/state/context';
import { isPaused } from '@/state/run-actions';
import { useLiveText } from '@/state/use-live-text';
import { chooseOutputView } from '@/state/view/preferences';
import { openScreen } from '@/state/view/screens';
import type { ShownAs, WhatIf } from '@/state/view-store';
import { Note } from '@/ui/display/note';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { downloadText } from '@/ui/download-text';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { Segmented } from '@/ui/form/segmented';
import { Select } from '@/ui/form/select';
import { notifyPerson } from '@/ui/overlay/toast';
import { writeClipboard } from '@/ui/write-clipboard';
import type { TaskPath } from '@/workflow/task-path';
import { EarlierNote } from '../earlier-note';
import { useTextEnd } from '../follow/use-text-end';
import { CallThinking } from '../thinking/call-thinking';
import { usePacedRun } from '../use-paced-run';
import { usePayload } from '../use-payload';
import { useTaskLabel } from '../use-task-label';
import { MakerCalls } from './maker-calls';
import { formatOutputFigures } from './output-figures';
import { findOutputKind, usualViews } from './output-kind';
import { type OutputMode, OutputText } from './output-text';
import { PromptText } from './prompt-text';
import { ShownPart } from './shown-part';
import { TaskDetails } from './task-details';
import { TaskHead } from './task-head';
import { TaskNotes } from './task-notes';
import styles from './task-output.module.css';
import { ScriptToolCalls, ToolCalls } from './tool-calls';
import { WhatIfButton } from './what-if-button';

const noCalls: readonly CallRecord[] = [];

/** The most calls that can be selected. */
const mostCalls = 200;

interface TaskOutputProps {
  readonly taskPath: TaskPath;
  /** The accessible name of the text, for where the same output is on the screen twice. */
  readonly name?: string;
  /** First in its head, if this is one of several views of the task. */
  readonly lead?: ReactNode;
  /** Whether the end of streaming text stays in sight, in follow mode. */
  readonly follows?: boolean;
}

/**
 * The output of a task in its selected run, call by call: thinking, the reply as it streams, the sent prompt, tools,
 * parts, the error and what to do.
 */
export function TaskOutput({ taskPath, name, lead, follows = false }: TaskOutputProps) {
  const { view } = useStores();
  const { label } = useTaskLabel(taskPath);
  const instance = useView((state) => state.shownRun.instance);
  const task = useRun((state) => findInstanceAt(state.run, taskPath, instance));
  const paused = useRun(isPaused);
  const { calls, toolsOf } = useCalls(taskPath, task);
  const live = useLiveText(taskPath, task?.path);
  const waits = useRun(({ run }) => run.status === 'waiting' || isAskingAt(run, taskPath));
  const [showsPrompt, setShowsPrompt] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const call = calls.find(({ path }) => path === chosen) ?? calls.at(-1);
  const isLast = call === undefined || call === calls.at(-1);
  const ofTask = isLast ? getResult(task) : undefined;
  const result = ofTask ?? call?.reply;
  const capture = (ofTask && task?.status === 'ok' ? task.data.capture : undefined) ?? call?.reply?.capture;
  const text = usePayload(result);
  const streams = live !== undefined && (call === undefined || live.path === call.path);
  const thinks = streams && live.text === '' && live.reasoning !== '';
  const isOther = ofTask !== undefined && ofTask.text !== call?.reply?.text;
  const content = streams ? live.text : text.text;
  const artifact = task?.status === 'ok' ? task.data.artifact : undefined;
  const kind = useMemo(() => findOutputKind(content, artifact), [content, artifact]);
  const wished = useView((state) => state.preferences.outputViews[kind]);
  const shown: OutputMode = showsPrompt ? 'prompt' : (wished ?? usualViews[kind]);
  const body = useRef<HTMLElement>(null);
  useTextEnd(body, follows && streams, thinks ? live.reasoning : content);
  const subject = buildWhatIf(task, call, shown, isLast);

  return (
    <div className={styles.output}>
      <div className={styles.bar}>
        {lead}
        <TaskHead taskPath={taskPath} task={task} />
        <span className={styles.figures}>{formatOutputFigures(task, calls)}</span>
        <span className={styles.end}>
          {calls.length > 1 && (
            <Select
              label="Call"
              value={call?.path ?? ''}
              options={calls.slice(-mostCalls).map((one) => ({ value: one.path, label: callLabel(one, task, calls) }))}
              onChange={setChosen}
            />
          )}
          {call?.kind === 'model' && (
            <Button
              size="s"
              variant="ghost"
              icon={<Layers />}
              onClick={() => openScreen(view, { at: 'context', call: call.path })}
            >
              What it was sent
            </Button>
          )}
          {subject && <WhatIfButton {...subject} />}
          <Segmented
            label="Show"
            value={shown}
            options={[
              { value: 'rendered', label: 'Rendered' },
              { value: 'text', label: 'Text' },
              { value: 'json', label: 'JSON' },
              { value: 'prompt', label: call?.kind === 'script' ? 'Script' : 'Prompt' },
            ]}
            onChange={(value) => {
              setShowsPrompt(value === 'prompt');
              if (value !== 'prompt') chooseOutputView(view, kind, value as ShownAs);
            }}
          />
          <IconButton
            label="Copy the output"
            icon={<Copy />}
            size="s"
            disabled={content === ''}
            onClick={() => void copyText(content)}
          />
          {artifact !== undefined && (
            <IconButton
              label={`Download ${artifact}`}
              icon={<Download />}
              size="s"
              disabled={text.status !== 'ready'}
              onClick={() => downloadText(artifact, content)}
            />
          )}
        </span>
      </div>
      <ScrollRegion ref={body} className={styles.body} label={name ?? `Output of ${label}`} data-output translate="no">
        <TaskNotes taskPath={taskPath} task={task} />
        {shown !== 'prompt' && !streams && (
          <ShownPart capture={capture} payload={result} text={text} what="output" label={label} />
        )}
        {shown !== 'prompt' && (
          <CallThinking call={call} live={streams ? live : undefined} isOther={isOther} label={label} />
        )}
        {shown === 'prompt' ? (
          <PromptText call={call} label={label} />
        ) : thinks ? null : (
          <OutputText
            text={content}
            view={shown}
            streams={streams}
            empty={describeEmpty(task, paused ? 'Paused.' : waits ? 'Waits for you.' : 'No text yet.')}
          />
        )}
        {shown !== 'prompt' && call?.reply?.stderr && (
          <StandardError payload={call.reply.stderr} capture={call.reply.stderrCapture} label={label} />
        )}
        {text.status === 'loading' && <p className={styles.quiet}>Reading the rest…</p>}
        {text.status === 'failed' && <Note tone="error">{text.message}</Note>}
        {shown !== 'prompt' && call && !streams && <MakerCalls calls={listCallsFor(calls, call, isLast)} />}
        {task && (
          <ToolCalls calls={toolsOf(call === undefined ? task.path : isLast ? findAttemptPath(call) : call.path)} />
        )}
        {shown !== 'prompt' && call && <ScriptToolCalls call={call} />}
        {calls.length > mostCalls && (
          <EarlierNote shown={mostCalls} taskPath={taskPath} kinds={['model.replied', 'script.exited']} />
        )}
        {task && <TaskDetails taskPath={taskPath} task={task} />}
      </ScrollRegion>
    </div>
  );
}

/** The calls of models and scripts of an instance, and the tools that each of them called. */
function useCalls(taskPath: TaskPath, task: TaskInstance | undefined) {
  const all = usePacedRun((state) => state.run.calls.get(taskPath)) ?? noCalls;
  return useMemo(() => {
    const own = task === undefined ? noCalls : all.filter(({ path }) => path.startsWith(`${task.path}/`));
    const tools = own.filter(({ kind }) => kind === 'tool');
    return {
      calls: own.filter(({ kind }) => kind !== 'tool'),
      toolsOf: (within: JournalPath) => tools.filter(({ path }) => path.startsWith(`${within}/`)),
    };
  }, [all, task]);
}

/** The model calls that led to the shown reply: a maker may continue its reply in another call. */
function listCallsFor(calls: readonly CallRecord[], call: CallRecord, isLast: boolean): readonly CallRecord[] {
  if (!isLast) return [call];
  const within = `${findAttemptPath(call)}/`;
  return calls.filter(({ path }) => path.startsWith(within));
}

/** The path of the conversation that a call is a turn of. Everything called in it led to its last reply. */
function findAttemptPath({ kind, path }: CallRecord): JournalPath {
  return kind === 'model' ? (findParentPath(path) ?? path) : path;
}

function callLabel({ path }: CallRecord, task: TaskInstance | undefined, calls: readonly CallRecord[]): string {
  const number = calls.findIndex((call) => call.path === path) + 1;
  return `Call ${number} of ${calls.length}, ${formatInstance(path.slice((task?.path.length ?? 0) + 1))}`;
}

/** What can be written otherwise: the prompt of a first turn, the output of the task, or an earlier reply. */
function buildWhatIf(
  task: TaskInstance | undefined,
  call: CallRecord | undefined,
  shown: OutputMode,
  isLast: boolean,
): WhatIf | undefined {
  if (shown === 'prompt') {
    const isFirstTurn = call?.kind === 'model' && call.path.endsWith('/turn/1');
    return isFirstTurn ? { path: call.path, of: 'prompt', payload: call.request } : undefined;
  }
  const result = getResult(task);
  if (isLast && task !== undefined && result !== undefined)
    return { path: findInstance(task.path) ?? task.path, of: 'output', payload: result };
  return isLast || call?.reply === undefined ? undefined : { path: call.path, of: 'result', payload: call.reply };
}

function getResult(task: TaskInstance | undefined): Payload | undefined {
  return task?.status === 'ok' || task?.status === 'failed' ? task.result : undefined;
}

interface StandardErrorProps {
  readonly payload: Payload;
  readonly capture: Capture | undefined;
  readonly label: string;
}

function StandardError({ payload, capture, label }: StandardErrorProps) {
  const read = usePayload(payload);
  const { text } = read;
  if (text === '') return null;
  return (
    <div className={styles.message}>
      <span className={styles.role}>Standard error</span>
      <ShownPart capture={capture} payload={payload} text={read} what="standard error" label={label} />
      <pre className={styles.text}>{text}</pre>
    </div>
  );
}

async function copyText(text: string): Promise<void> {
  try {
    await writeClipboard(text);
    notifyPerson({ tone: 'ok', id: 'copied', title: 'Copied' });
  } catch {
    notifyPerson({
      tone: 'error',
      id: 'copied',
      title: 'Not copied',
      detail: 'The browser does not allow this page to use the clipboard.',
    });
  }
}

/** Shown instead of an output; `meanwhile` while the task runs. */
function describeEmpty(task: TaskRun | undefined, meanwhile: string): string {
  switch (task?.status) {
    case undefined:
      return 'Not run yet.';
    case 'running':
      return meanwhile;
    case 'skipped':
      return `Skipped: ${skipWords(task.reason, task.because)}.`;
    case 'cancelled':
      return 'Cancelled.';
    case 'ok':
    case 'failed':
      return 'The output is empty.';
  }
}

import { assertNever } from '@/base/assert-never';
import { defined } from '@/base/defined';
import type { TaskPath } from '@/workflow/task-path';
import type { EventOf } from './events';
import { formatIsoTime, parseIsoTime } from './iso-time';
import { findAttempt, findInstance } from './journal-path';
import { readResult } from './result-payload';
import { endRetryWait, type RunDraft, withdrawQuestions } from './run-draft';
import type { CallRecord } from './run-state';

type CallReply = NonNullable<CallRecord['reply']>;

/** Adds a call to a model, a script or a tool, or its reply, to the calls of its task. */
export function applyCall(
  draft: RunDraft,
  taskPath: TaskPath,
  event: EventOf<'model.requested' | 'model.replied' | 'script.exited' | 'tool.called'>,
): void {
  const { path, t } = event;
  const named = event.model === undefined ? {} : { model: event.model };
  const call = { path, attempt: findAttempt(path) ?? 1, startedAt: t, ...named };
  endRetryWait(draft, findInstance(path) ?? '');
  switch (event.kind) {
    case 'model.requested':
      draft.calls.add(taskPath, {
        ...call,
        ...readRequestFields(event.data),
        kind: 'model',
        request: readPrompt(event),
      });
      return;
    case 'model.replied': {
      const { usage, toolCalls, reasoning, maker } = event.data;
      const requested = draft.calls.find(taskPath, path) ?? {
        ...call,
        kind: 'model' as const,
        request: readPrompt(event),
      };
      const reply = {
        ...readResult(event),
        endedAt: t,
        usage,
        ...defined({ toolCalls, reasoning, maker }),
      };
      draft.calls.add(taskPath, { ...requested, reply });
      return;
    }
    case 'script.exited': {
      const { exitCode, stderr, durationMs, capture, stderrCapture } = event.data;
      const startedAt = formatIsoTime(parseIsoTime(t) - durationMs);
      const captures = defined({ capture, stderrCapture });
      const reply = { ...readResult(event), endedAt: t, exitCode, stderr, ...captures, ...readScriptCalls(event.data) };
      draft.calls.add(taskPath, { ...call, kind: 'script', startedAt, request: createPayload(event.task), reply });
      return;
    }
    case 'tool.called': {
      const { tool, arguments: request, isError, files, durationMs } = event.data;
      const startedAt = formatIsoTime(parseIsoTime(t) - durationMs);
      const reply = { ...readResult(event), endedAt: t, ...defined({ isError: isError || undefined, files }) };
      withdrawQuestions(draft, path);
      draft.calls.add(taskPath, { ...call, kind: 'tool', startedAt, model: tool, request, reply });
      return;
    }
    default:
      assertNever(event);
  }
}

function readRequestFields({
  insteadOf,
  window,
  parts,
  tools,
}: EventOf<'model.requested'>['data']): Partial<CallRecord> {
  return defined({ insteadOf: insteadOf || undefined, window, parts, tools });
}

/** The whole prompt of a call is in a blob; the event has its last message. */
function readPrompt(event: EventOf<'model.requested' | 'model.replied'>): CallRecord['request'] {
  const text = event.task ?? '';
  if (event.kind === 'model.replied') return createPayload(text);
  return { text, length: event.full_result_len ?? 0, ...defined({ ref: event.ref }) };
}

function readScriptCalls({ called = {}, calls }: EventOf<'script.exited'>['data']): Pick<CallReply, 'scriptCalls'> {
  if (calls === undefined) return {};
  const count = Object.values(called).reduce((sum, one) => sum + one.count, 0);
  return { scriptCalls: { newest: calls, count } };
}

function createPayload(text = ''): CallRecord['request'] {
  return { text, length: text.length };
}

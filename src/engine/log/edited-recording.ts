import { appendStep, type JournalPath } from '@/run/journal-path';
import { buildResultFields } from '@/run/result-payload';
import type { EditedThing, StoredEdit } from '@/run/run-edit';
import type { Recording } from './recording';
import type { StepEvent } from './run-history';

const nothingUsed = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costUsd: 0, estimated: false } as const;

/**
 * A recording in which a person has written some things: those are given as written, whatever their inputs are now, and
 * everything that reads them is asked again. `whole`: the same recording with the results of tasks that failed. `read`
 * reads a text of the fork that is stored as a payload.
 */
export function createEditedRecording(
  recording: Recording,
  whole: Pick<Recording, 'step'>,
  edits: readonly StoredEdit[],
  read: (ref: string) => Promise<string | undefined>,
): Recording {
  const byPlace = new Map(edits.map((edit) => [buildEditPlace(edit.of, edit.path), edit]));
  const findEdit = (of: EditedThing, path: JournalPath) => byPlace.get(buildEditPlace(of, path));
  const { unanswered } = recording;
  return {
    ...recording,
    // An attempt in which a person wrote is made, although nobody answered it to the end. Its inputs are apart from it.
    ...(unanswered && {
      unanswered: async (base, attempt) => {
        const within = appendStep(base, 'attempt', attempt);
        const isWritten = edits.some(
          ({ path }) => path.startsWith(`${within}/`) && !path.startsWith(`${within}/task/`),
        );
        return isWritten ? undefined : unanswered(base, attempt);
      },
    }),
    isHeld: (key) => findEdit('result', key) !== undefined || recording.isHeld?.(key) === true,
    step: async (key, hash) => {
      const edit = findEdit('result', key);
      if (edit === undefined) return recording.step(key, hash);
      const event = await whole.step(key);
      return event && applyWrittenText(event, edit);
    },
    // What was written in a step is read by the steps after it.
    passedSteps: async (attempt) =>
      edits.some(({ path }) => path.startsWith(`${attempt}/`)) ? undefined : recording.passedSteps?.(attempt),
    written: async (of, path) => {
      const edit = findEdit(of, path);
      if (edit === undefined) return undefined;
      const { text, length, ref } = edit.text;
      return length <= text.length ? text : ref === undefined ? undefined : await read(ref);
    },
    read: async (ref) => (await read(ref)) ?? (await recording.read(ref)),
  };
}

function buildEditPlace(of: EditedThing, path: JournalPath): string {
  return `${of} ${path}`;
}

/** The recorded effect with the text of a person: nothing was used for it, and nothing of the old one is left. */
function applyWrittenText(event: StepEvent, { text }: StoredEdit): StepEvent {
  const { result: _result, full_result_len: _length, ref: _ref, taken: _taken, ...rest } = event;
  const fields = {
    ...buildResultFields(text),
    written: true as const,
    hash: `written ${text.ref ?? text.text}`.slice(0, 80),
  };
  switch (rest.kind) {
    case 'model.replied': {
      const { toolCalls: _calls, reasoning: _thoughts, origin: _origin, ...data } = rest.data;
      return { ...rest, ...fields, data: { ...data, finishReason: 'stop', usage: nothingUsed } };
    }
    case 'tool.called': {
      const { files: _files, ...data } = rest.data;
      return { ...rest, ...fields, data: { ...data, isError: false } };
    }
    case 'script.exited': {
      const { capture: _capture, stderrCapture: _stderr, ...data } = rest.data;
      return { ...rest, ...fields, data: { ...data, exitCode: 0 } };
    }
    default:
      return { ...rest, ...fields } as StepEvent;
  }
}

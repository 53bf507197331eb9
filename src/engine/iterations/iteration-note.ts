import { z } from 'zod';
import {
  captureSchema,
  payloadSchema,
  type ToolCallSummary,
  toolCallSummarySchema,
  toolSummaryLength,
} from '@/run/event-data';
import type { EventOf } from '@/run/events';
import { msOfTime } from '@/run/iso-time';
import { startOf } from '@/run/start-of';
import { maxFilesListed } from '../effects/files-changed';

/** Most tool calls and files that are listed for one iteration. Beyond that, they are only counted. */
const maxListed = { toolCalls: 200, files: maxFilesListed } as const;

const count = z.number().int().min(0);

/** What the log records about an open iteration and everything inside it. */
export const iterationNoteSchema = z.strictObject({
  /** In the order of the log. */
  toolCalls: z.array(toolCallSummarySchema),
  /** Changed files, in the order of their first change. */
  files: z.array(z.string()),
  /** How many more there were. A file that changes again is counted again. */
  leftOut: z.strictObject({ toolCalls: count, files: count }),
  /** Whether an effect could not determine which files it changed. */
  filesUnknown: z.boolean(),
  /** The last script, and its standard error. */
  script: z
    .strictObject({ command: z.string(), stderr: payloadSchema, stderrCapture: captureSchema.optional() })
    .optional(),
  /** The messages of the last model call. The text is the start of the last message. */
  prompt: payloadSchema.optional(),
  /** Time that it took in earlier processes, in ms. */
  spentMs: z.number(),
  /** When this process began it, and its last event, in ms since 1970. */
  span: z.tuple([z.number(), z.number()]).optional(),
});
export type IterationNote = z.infer<typeof iterationNoteSchema>;

/** The note of an iteration without events yet. */
export function emptyNote(): IterationNote {
  return { toolCalls: [], files: [], leftOut: { toolCalls: 0, files: 0 }, filesUnknown: false, spentMs: 0 };
}

/** Events that show what happens in an iteration. */
export type NotedEvent = EventOf<
  'model.requested' | 'model.replied' | 'script.exited' | 'tool.called' | 'effect.recorded'
>;

/** Adds an event. `copied`: it concerns a copy of the files, which may never be applied. */
export function addToNote(note: IterationNote, event: NotedEvent, copied: boolean): void {
  addTime(note, event);
  switch (event.kind) {
    case 'model.requested': {
      const { task: text = '', full_result_len, ref } = event;
      note.prompt = { text, length: full_result_len ?? text.length, ...(ref === undefined ? {} : { ref }) };
      return;
    }
    case 'script.exited': {
      const { stderr, stderrCapture, filesChanged } = event.data;
      note.script = { command: event.task ?? '', stderr, ...(stderrCapture && { stderrCapture }) };
      addFiles(note, filesChanged);
      return;
    }
    case 'tool.called':
      addToolCall(note, summaryOf(event));
      if (!copied) addFiles(note, event.data.filesChanged);
      return;
    case 'effect.recorded': {
      const { effect, value } = event.data;
      if (effect === 'files' && !copied) addFiles(note, value as readonly string[]);
      return;
    }
    case 'model.replied':
      return;
  }
}

/** Adds the time of a process that has ended. The time until the run is resumed does not count. */
export function closeSpan(note: IterationNote): void {
  note.spentMs = spentMs(note);
  delete note.span;
}

/** Time that an iteration took, in ms, as far as the log shows. */
export function spentMs({ spentMs: before, span }: IterationNote): number {
  return span === undefined ? before : before + span[1] - span[0];
}

function addTime(note: IterationNote, { t, data }: NotedEvent): void {
  const to = msOfTime(t);
  const from = 'durationMs' in data ? to - data.durationMs : to;
  note.span = note.span === undefined ? [from, to] : [Math.min(from, note.span[0]), to];
}

function summaryOf({ data, result = '' }: EventOf<'tool.called'>): ToolCallSummary {
  return {
    tool: data.tool,
    arguments: startOf(data.arguments.text, toolSummaryLength),
    result: startOf(result, toolSummaryLength),
    isError: data.isError,
  };
}

function addToolCall(note: IterationNote, call: ToolCallSummary): void {
  if (note.toolCalls.length < maxListed.toolCalls) note.toolCalls.push(call);
  else note.leftOut.toolCalls += 1;
}

function addFiles(note: IterationNote, paths: readonly string[] | null | undefined): void {
  if (paths === null) note.filesUnknown = true;
  for (const path of paths ?? []) {
    if (note.files.includes(path)) continue;
    if (note.files.length < maxListed.files) note.files.push(path);
    else note.leftOut.files += 1;
  }
}

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

/** Most calls of tools, and files, that are told of one iteration; of more it is told how many there were. */
const most = { toolCalls: 200, files: maxFilesListed } as const;

const count = z.number().int().min(0);

/** What the log tells of an iteration that is under way, with all that happens within it. */
export const iterationNoteSchema = z.strictObject({
  /** In the order of the log. */
  toolCalls: z.array(toolCallSummarySchema),
  /** Files that were changed, in the order in which they first were. */
  files: z.array(z.string()),
  /** How many more there were; a file that is changed again is counted again. */
  leftOut: z.strictObject({ toolCalls: count, files: count }),
  /** Whether something could not tell which files it changed. */
  filesUnknown: z.boolean(),
  /** The last script, and what it wrote to standard error. */
  script: z
    .strictObject({ command: z.string(), stderr: payloadSchema, stderrCapture: captureSchema.optional() })
    .optional(),
  /** The messages of the last call of a model; the text is the start of the last of them. */
  prompt: payloadSchema.optional(),
  /** ms that it took in earlier processes. */
  spentMs: z.number(),
  /** When this process began it, and was last heard of, in ms since 1970. */
  span: z.tuple([z.number(), z.number()]).optional(),
});
export type IterationNote = z.infer<typeof iterationNoteSchema>;

/** Of an iteration in which nothing has happened. */
export function emptyNote(): IterationNote {
  return { toolCalls: [], files: [], leftOut: { toolCalls: 0, files: 0 }, filesUnknown: false, spentMs: 0 };
}

/** Events that tell what happens in an iteration. */
export type NotedEvent = EventOf<
  'model.requested' | 'model.replied' | 'script.exited' | 'tool.called' | 'effect.recorded'
>;

/** Adds what an event tells. `copied`: it was told of a copy of the files, which may never take their place. */
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

/** What a process took that has ended is not lost; how long nobody worked on it does not count. */
export function closeSpan(note: IterationNote): void {
  note.spentMs = spentMs(note);
  delete note.span;
}

/** ms that an iteration took as far as the log tells. */
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
  if (note.toolCalls.length < most.toolCalls) note.toolCalls.push(call);
  else note.leftOut.toolCalls += 1;
}

function addFiles(note: IterationNote, paths: readonly string[] | null | undefined): void {
  if (paths === null) note.filesUnknown = true;
  for (const path of paths ?? []) {
    if (note.files.includes(path)) continue;
    if (note.files.length < most.files) note.files.push(path);
    else note.leftOut.files += 1;
  }
}

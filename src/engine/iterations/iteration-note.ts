import { z } from 'zod';
import { defined } from '@/base/defined';
import { cutToStart } from '@/base/start-of';
import {
  captureSchema,
  type IterationPart,
  iterationPartSchema,
  type Payload,
  payloadSchema,
  type ToolCallSummary,
  toolCallSummarySchema,
  toolSummaryLength,
} from '@/run/event-data';
import type { EventOf } from '@/run/events';
import { parseIsoTime } from '@/run/iso-time';
import { maxFilesListed } from '../effects/files-changed';

/** Most tool calls, files and parts that are listed for one iteration. Beyond that, they are only counted. */
const maxListed = { toolCalls: 200, files: maxFilesListed, parts: 12 } as const;

const count = z.number().int().min(0);

/** What was run last: a script with its standard error, or a prompt. */
export const workSchema = z.strictObject({
  command: payloadSchema,
  /** The messages of the model call. */
  prompt: payloadSchema.optional(),
  stderr: payloadSchema.optional(),
  stderrCapture: captureSchema.optional(),
});
export type Work = z.infer<typeof workSchema>;

/** What the log records about an open iteration and everything inside it. */
export const iterationNoteSchema = z.strictObject({
  /** In the order of the log. */
  toolCalls: z.array(toolCallSummarySchema),
  /** Changed files, in the order of their first change. */
  files: z.array(z.string()),
  /** How many more there were. A file that changes again is counted again. */
  leftOut: z.strictObject({ toolCalls: count, files: count, parts: count }),
  /** Whether an effect could not determine which files it changed. */
  filesUnknown: z.boolean(),
  /** What ran itself, not in one of its parts. */
  work: workSchema.optional(),
  /** The tasks that ended in it, in the order of the log. */
  parts: z.array(iterationPartSchema),
  /** The messages of the last model call. The text is the start of the last message. */
  prompt: payloadSchema.optional(),
  /** Time that it took in earlier processes, in ms. */
  spentMs: z.number(),
  /** When this process began it, and its last event, in ms since 1970. */
  span: z.tuple([z.number(), z.number()]).optional(),
});
export type IterationNote = z.infer<typeof iterationNoteSchema>;

/** The note of an iteration without events yet. */
export function createEmptyNote(): IterationNote {
  const leftOut = { toolCalls: 0, files: 0, parts: 0 };
  return { toolCalls: [], files: [], leftOut, filesUnknown: false, parts: [], spentMs: 0 };
}

/** Events that show what happens in an iteration. */
export type NotedEvent = EventOf<
  'model.requested' | 'model.replied' | 'script.exited' | 'tool.called' | 'effect.recorded'
>;

/** What an event says was run; undefined: nothing. */
export function readEventWork(event: NotedEvent): Work | undefined {
  const { task: text = '' } = event;
  const start = { text, length: text.length };
  if (event.kind === 'model.requested') return { command: start, prompt: readRequestedPrompt(event) };
  if (event.kind !== 'script.exited') return undefined;
  const { wholeCommand = start, stderr, stderrCapture } = event.data;
  return { command: wholeCommand, stderr, ...defined({ stderrCapture }) };
}

/** What was run last. A prompt about the output of a script, such as one for a summary, does not count. */
export function pickLatestWork(before: Work | undefined, work: Work | undefined): Work | undefined {
  return work === undefined || (before?.stderr !== undefined && work.stderr === undefined) ? before : work;
}

/** The messages of a call. The text is the start of the last message. */
function readRequestedPrompt({ task: text = '', full_result_len, ref }: EventOf<'model.requested'>): Payload {
  return { text, length: full_result_len ?? text.length, ...defined({ ref }) };
}

/** Adds a part. Of too many, the oldest that succeeded is left out. */
export function addEndedPart(note: IterationNote, part: IterationPart): void {
  note.parts.push(part);
  if (note.parts.length <= maxListed.parts) return;
  const oldest = note.parts.findIndex(({ exitCode }) => exitCode === 0);
  note.parts.splice(Math.max(0, oldest), 1);
  note.leftOut.parts += 1;
}

/** Adds an event. `copied`: it concerns a copy of the files, which may never be applied. */
export function addToNote(note: IterationNote, event: NotedEvent, copied: boolean): void {
  addTime(note, event);
  switch (event.kind) {
    case 'model.requested':
      note.prompt = readRequestedPrompt(event);
      return;
    case 'script.exited':
      addFiles(note, event.data.filesChanged);
      for (const { tool, arguments: args, result, isError } of event.data.calls ?? [])
        addToolCall(note, buildToolSummary({ tool, args: args.text, result: result.text, isError }));
      return;
    case 'tool.called':
      addToolCall(note, summarizeCalledTool(event));
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
  note.spentMs = computeSpentMs(note);
  delete note.span;
}

/** Time that an iteration took, in ms, as far as the log shows. */
export function computeSpentMs({ spentMs: before, span }: IterationNote): number {
  return span === undefined ? before : before + span[1] - span[0];
}

function addTime(note: IterationNote, { t, data }: NotedEvent): void {
  const to = parseIsoTime(t);
  const from = 'durationMs' in data ? to - data.durationMs : to;
  note.span = note.span === undefined ? [from, to] : [Math.min(from, note.span[0]), to];
}

function summarizeCalledTool({ data, result = '' }: EventOf<'tool.called'>): ToolCallSummary {
  return buildToolSummary({ tool: data.tool, args: data.arguments.text, result, isError: data.isError });
}

function buildToolSummary({ args, result, ...call }: Omit<ToolCallSummary, 'arguments'> & { readonly args: string }) {
  return { ...call, arguments: cutToStart(args, toolSummaryLength), result: cutToStart(result, toolSummaryLength) };
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

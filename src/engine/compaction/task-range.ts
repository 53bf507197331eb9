import { defined } from '@/base/defined';
import { decodeJson } from '@/base/json-text';
import type { Message, PromptPart } from '@/plan/message';
import type { Payload } from '@/run/event-data';
import type { EventOf } from '@/run/events';
import { findInstance, type JournalPath, parsePathSteps } from '@/run/journal-path';
import { readResult } from '@/run/result-payload';
import type { Journal } from '../log/journal';

/** What one task left in the history: the messages of its conversation, or its output if it had none. */
export interface TaskRange {
  /** Journal path of the task. */
  readonly path: JournalPath;
  /** Its name in a history. */
  readonly name: string;
  /** Ranks ranges by the completion of their tasks. */
  readonly order: number;
  /** The message of the error, if the task failed. */
  readonly error?: string;
  /** JSON of its messages; left out: the task had no conversation. */
  readonly transcript?: Payload;
  readonly content: Payload;
}

/** The end of a task, with the fields that a history needs. */
export type RangeEnd = Pick<EventOf<'task.completed' | 'task.failed'>, 'kind' | 'path' | 'error' | 'data'> & {
  readonly result?: string | undefined;
  readonly full_result_len?: number | undefined;
  readonly ref?: string | undefined;
};

/** What a task leaves in the history. */
export function buildTaskRange(event: RangeEnd, order: number): TaskRange {
  const { kind, path, error, data } = event;
  const transcript = kind === 'task.completed' ? (data as EventOf<'task.completed'>['data']).transcript : undefined;
  return {
    path,
    name: formatRangeName(path),
    order,
    content: readResult(event as EventOf<'task.completed'>),
    ...defined({ transcript, error: error?.message }),
  };
}

/** Its messages, with the task's own prompt first. Error: `DAMAGED_RECORD`. */
export async function readRangeMessages(
  { transcript, content }: TaskRange,
  journal: Journal,
): Promise<readonly Message[]> {
  if (transcript !== undefined) return decodeJson(await journal.read(transcript)) as readonly Message[];
  const text = await journal.read(content);
  return text === '' ? [] : [{ role: 'assistant', content: text }];
}

/**
 * The messages of a conversation for a history. Of the prompt only the task's own parts are kept; the outputs of other
 * tasks have ranges of their own.
 */
export function selectOwnMessages(transcript: readonly Message[], parts: readonly PromptPart[]): readonly Message[] {
  const [prompt, ...rest] = transcript;
  if (prompt?.role !== 'user') return transcript;
  const own = parts.filter(({ kind }) => ownKinds.has(kind)).map(({ text }) => text);
  return own.length === 0 ? rest : [{ role: 'user', content: own.join('\n\n') }, ...rest];
}

const ownKinds: ReadonlySet<PromptPart['kind']> = new Set(['inputs', 'description', 'expected']);

/** The paths of the tasks that enclose a path, innermost first, without the path itself. */
export function* listEnclosingPaths(path: JournalPath): Iterable<JournalPath> {
  for (let last = path.lastIndexOf('/task/'); last > 0; last = path.lastIndexOf('/task/', last - 1)) {
    const container = findInstance(path.slice(0, last));
    if (container !== undefined) yield container;
  }
}

const rounds: ReadonlySet<string> = new Set(['iter', 'item']);

/** The name of a task in a history: its task path, with rounds and items in brackets, e.g. `each[2]/inner_task`. */
function formatRangeName(path: JournalPath): string {
  let name = '';
  for (const step of parsePathSteps(path)) {
    if (step.kind === 'task') name += name === '' ? step.name : `/${step.name}`;
    else if (rounds.has(step.kind)) name += `[${step.name}]`;
  }
  return name;
}

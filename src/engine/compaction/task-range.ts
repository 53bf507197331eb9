import type { Message, PromptPart } from '@/plan/message';
import type { Payload } from '@/run/event-data';
import type { EventOf } from '@/run/events';
import { instanceOf, type JournalPath, stepsOf } from '@/run/journal-path';
import { resultOf } from '@/run/result-payload';
import type { Journal } from '../log/journal';

/** What one task left in the history: the messages of its conversation, or, without one, what it put out. */
export interface TaskRange {
  /** Journal path of the task. */
  readonly path: JournalPath;
  /** As it is called in a history. */
  readonly name: string;
  /** Tells who completed before whom. */
  readonly order: number;
  /** What went wrong, if anything did. */
  readonly error?: string;
  /** JSON of its messages; left out: it had no conversation. */
  readonly transcript?: Payload;
  readonly content: Payload;
}

/** How a task ended, as far as a history is concerned. */
export type RangeEnd = Pick<EventOf<'task.completed' | 'task.failed'>, 'kind' | 'path' | 'error' | 'data'> & {
  readonly result?: string | undefined;
  readonly full_result_len?: number | undefined;
  readonly ref?: string | undefined;
};

/** The range that a task leaves. */
export function rangeOf(event: RangeEnd, order: number): TaskRange {
  const { kind, path, error, data } = event;
  const transcript = kind === 'task.completed' ? (data as EventOf<'task.completed'>['data']).transcript : undefined;
  return {
    path,
    name: nameOf(path),
    order,
    content: resultOf(event as EventOf<'task.completed'>),
    ...(transcript === undefined ? {} : { transcript }),
    ...(error === undefined ? {} : { error: error.message }),
  };
}

/** Its messages, the task's own prompt first. Error: `DAMAGED_RECORD`. */
export async function messagesOf({ transcript, content }: TaskRange, journal: Journal): Promise<readonly Message[]> {
  if (transcript !== undefined) return JSON.parse(await journal.read(transcript)) as readonly Message[];
  const text = await journal.read(content);
  return text === '' ? [] : [{ role: 'assistant', content: text }];
}

/**
 * A conversation as it goes into a history: of its prompt what it was asked, but not what it was told of others, which
 * has ranges of its own and would be told twice.
 */
export function ownMessages(transcript: readonly Message[], parts: readonly PromptPart[]): readonly Message[] {
  const [prompt, ...rest] = transcript;
  if (prompt?.role !== 'user') return transcript;
  const own = parts.filter(({ kind }) => ownKinds.has(kind)).map(({ text }) => text);
  return own.length === 0 ? rest : [{ role: 'user', content: own.join('\n\n') }, ...rest];
}

const ownKinds: ReadonlySet<PromptPart['kind']> = new Set(['inputs', 'description', 'expected']);

/** The paths of the tasks that a path lies within, innermost first, itself not among them. */
export function* enclosingPaths(path: JournalPath): Iterable<JournalPath> {
  for (let last = path.lastIndexOf('/task/'); last > 0; last = path.lastIndexOf('/task/', last - 1)) {
    const container = instanceOf(path.slice(0, last));
    if (container !== undefined) yield container;
  }
}

const rounds: ReadonlySet<string> = new Set(['iter', 'item']);

/** A task as it is called in a history: its place, with rounds and items in brackets, e.g. `each[2]/inner_task`. */
function nameOf(path: JournalPath): string {
  let name = '';
  for (const step of stepsOf(path)) {
    if (step.kind === 'task') name += name === '' ? step.name : `/${step.name}`;
    else if (rounds.has(step.kind)) name += `[${step.name}]`;
  }
  return name;
}

import type { JsonObject } from '@/base/json';
import { createToolError } from '@/base/tool-error';
import type { AttachedFile } from '@/plan/attachments/attached-file';
import type { PlannedAtomic, PlannedToolTask } from '@/plan/plan';
import type { JournalPath } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import type { EvaluationRequest } from '../task-end';

/** The task that calls a tool, for its model or by itself, and the path of the call. */
export interface ToolUse {
  readonly task: PlannedAtomic | PlannedToolTask;
  readonly attempt: Attempt;
  /** Journal path of the call. */
  readonly key: JournalPath;
}

/** The answer of a tool, for the model. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
  /** Pictures and the like from the tool, each a blob of the run. The text names them. Left out: none. */
  readonly files?: readonly AttachedFile[];
  /** What a person said before the call, and the arguments that it was made with. Left out: nobody was asked. */
  readonly approved?: { readonly verdict: 'given' | 'changed' | 'refused'; readonly args: JsonObject };
  /** Paths of files that were created, changed or removed; null: not known. Left out: none. */
  readonly filesChanged?: readonly string[] | null;
}

/** What a tool can change in its conversation besides answering. */
export interface ToolEffects {
  /** Adds to the notes of the result. Each further text under a name starts a new line. */
  note(name: 'data_usage' | 'text', text: string): void;
  /**
   * Marks the answer of this call as the content of a file. An earlier answer with the same file is removed from
   * context.
   */
  attach(path: string): void;
  /** Removes the content of a file from the conversation. */
  detach(path: string): void;
  /** Ends the turn: the draft is to be evaluated. */
  requestEvaluation(request: EvaluationRequest): void;
}

/** A tool as the handler uses it. */
export interface HandlerTool {
  /**
   * JSON Schema of the arguments, which are checked against it; or a function that gets it when the tool is called, for
   * example from a server.
   */
  readonly parameters: JsonObject | ((attempt: Attempt) => Promise<JsonObject>);
  /**
   * Performs the call. It runs within the journal, so it is not performed again. The model gets an `AppError` as an
   * answer, unless the task cannot continue (see `call-tool.ts`).
   */
  perform(args: JsonObject, use: ToolUse): Promise<ToolAnswer>;
  /** Changes the conversation after the call succeeded. Repeated when a run is resumed. */
  apply?(args: JsonObject, effects: ToolEffects): void;
}

/** The task whose model calls a tool. Tools that work on a conversation refuse to be called without one. */
export function expectConversingTask({ task }: Pick<ToolUse, 'task'>): PlannedAtomic {
  if (task.type === 'atomic') return task;
  throw createToolError('This tool works in a conversation with a model only.');
}

/** A successful answer. */
export function createAnswer(text: string): ToolAnswer {
  return { text, isError: false };
}

/** A successful answer of a tool that changed a file. */
export function createChangeAnswer(path: string, answer: string): ToolAnswer {
  return { ...createAnswer(answer), filesChanged: [path] };
}

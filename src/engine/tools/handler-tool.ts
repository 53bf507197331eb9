import { AppError } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import type { AttachedFile } from '@/plan/attachments/attached-file';
import type { PlannedAtomic } from '@/plan/plan';
import type { JournalPath } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import type { EvaluationRequest } from '../task-end';

/** Who calls a tool, and where. */
export interface ToolUse {
  readonly task: PlannedAtomic;
  readonly attempt: Attempt;
  /** Journal path of the call. */
  readonly key: JournalPath;
}

/** What a model is told that a tool gave. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
  /** Pictures and the like that it gave, each a blob of the run; the text names them. Left out: none. */
  readonly files?: readonly AttachedFile[];
  /** Paths of files that were made, changed or removed; null: not known. Left out: none. */
  readonly filesChanged?: readonly string[] | null;
}

/** What a tool may change in the conversation that it is called in, beside answering. */
export interface ToolEffects {
  /** Adds to the notes of the result: further texts of a name go on a line of their own. */
  note(name: 'data_usage' | 'text', text: string): void;
  /** Says that the answer of this call is the content of a file; an earlier one of the same file is taken out. */
  attach(path: string): void;
  /** Takes the content of a file out of the conversation. */
  detach(path: string): void;
  /** Ends the turn: what was written is to be evaluated. */
  requestEvaluation(request: EvaluationRequest): void;
}

/** A tool as the handler has it. */
export interface HandlerTool {
  /**
   * JSON Schema of the arguments, which are checked against it; or who tells it when the tool is called, such as a
   * server.
   */
  readonly parameters: JsonObject | ((attempt: Attempt) => Promise<JsonObject>);
  /**
   * Performs it; within the journal, so that it is not performed again. An `AppError` is told to the model as an error,
   * save where nothing can go on (see `call-tool.ts`).
   */
  perform(args: JsonObject, use: ToolUse): Promise<ToolAnswer>;
  /** What it changes in the conversation, once it was performed without an error. Done again when a run is taken up. */
  apply?(args: JsonObject, effects: ToolEffects): void;
}

/** An answer that is no error. */
export function said(text: string): ToolAnswer {
  return { text, isError: false };
}

/** An answer that is no error, of a tool that changed a file. */
export function changed(path: string, answer: string): ToolAnswer {
  return { ...said(answer), filesChanged: [path] };
}

/** An error that the model is told, and may mend. */
export function refused(message: string, advice?: string): AppError {
  return new AppError('TASK_FAILURE', message, { advice, details: { reason: 'tool' } });
}

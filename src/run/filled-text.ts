import type { Json } from '@/base/json';
import type { PromptPart } from '@/plan/message';
import type { TaskPath } from '@/workflow/task-path';
import type { JournalPath } from './journal-path';

/** A text of a workflow, and the run whose values it is shown with. */
export interface TextPlace {
  /** Left out: no run; then only the variables of the workflow have values. */
  readonly executionId?: string;
  /** Journal path of the task in that run, or of a round of its loop; if it did not run: where it would be. */
  readonly path: JournalPath;
  /** The task that the text belongs to; left out: the settings. */
  readonly taskPath?: TaskPath;
}

/** The kind of a value, for a person. */
export type ValueType = 'text' | 'number' | 'yes or no' | 'nothing' | 'list' | 'object';

/** A value under a name: its kind and its start. */
export interface ValueStart {
  readonly type: ValueType;
  readonly start: string;
  /** Characters of the whole, as text. */
  readonly length: number;
  /** Items of a list, fields of an object. */
  readonly items?: number;
}

/** A name that a text can use, with its value in a run. */
export interface SeenName extends ValueStart {
  readonly name: string;
  /** What it is: an input, a variable, the result of a task, or given by the container. */
  readonly kind: 'inputs' | 'variables' | 'tasks' | 'given';
  /** Paths into the value, such as `.output.title`, with what is there. */
  readonly members: readonly (ValueStart & { readonly path: string })[];
}

/** A piece of a filled text, in its order. */
export interface FilledPiece {
  readonly kind: 'text' | 'value' | 'missing';
  /** The text, or its start. */
  readonly text: string;
  /** Characters of the whole. */
  readonly length: number;
  readonly tokens: number;
}

/** A part of the call that the text would be sent in. */
export interface FilledPart {
  readonly kind: PromptPart['kind'];
  readonly role: 'system' | 'user';
  /** Its start. */
  readonly text: string;
  readonly length: number;
  readonly tokens: number;
}

/** What a template becomes with the values of a run, and the call that it would be sent in. */
export interface FilledText {
  readonly pieces: readonly FilledPiece[];
  readonly ownTokens: number;
  readonly valueTokens: number;
  /** Whether the tokens are counted by the model’s own tokenizer. */
  readonly isExact: boolean;
  /** The parts of the whole call, in order; empty: the text is not of a prompt. Those of other tasks are of the run. */
  readonly parts: readonly FilledPart[];
  /** `provider:name`. */
  readonly model?: string;
  readonly window?: number;
  /** Cost of the whole call’s input in USD; left out: not known. */
  readonly costUsd?: number;
}

/**
 * The outcome of an expression on the values of a run. `judged`: it names values that are not there yet, so only its
 * types tell what it gives.
 */
export type TriedExpression =
  | { readonly kind: 'value'; readonly value: Json }
  /** `type`: in words, with its article. `lacks`: the names without a value, as they are written. */
  | { readonly kind: 'judged'; readonly type: string; readonly lacks: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

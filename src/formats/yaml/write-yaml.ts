import type { JsonObject } from '@/base/json';
import { languageVersion, type WorkflowDocument } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import type { Task } from '@/workflow/tasks';
import { writtenDocument } from '../written-form';
import { writeEntries } from './write-value';

/** What of a document is written. */
export interface WriteOptions {
  /** Positions, folded containers and notes. Default true. */
  readonly layout?: boolean;
  /** The debugging aids `breakpoint`, `disabled` and `pinned`. Default true; false for a template that is given away. */
  readonly debug?: boolean;
}

/** Spaces of one level of indentation in a text that Heddle wrote. */
const writtenUnit = 2;

/** Writes a document as YAML in canonical form: keys in snake_case and in the order of the language, `heddle` first. */
export function writeYaml(document: WorkflowDocument, options: WriteOptions = {}): string {
  const { layout, tasks, ...settings } = document;
  return writeForm(
    writtenDocument({
      ...settings,
      heddle: languageVersion,
      tasks: options.debug === false ? withoutDebug(tasks) : tasks,
      ...(layout === undefined || options.layout === false ? {} : { layout }),
    }),
  );
}

/** Writes a document that is given as a file has it. */
export function writeForm(form: JsonObject): string {
  return `${writeEntries(form, writtenUnit).join('\n')}\n`;
}

function withoutDebug(tasks: WorkflowDocument['tasks']): WorkflowDocument['tasks'] {
  const kept = Object.entries(tasks).map(([id, task]) => {
    const { breakpoint: _breakpoint, disabled: _disabled, pinned: _pinned, ...rest } = task;
    return [id as TaskId, rest as Task] as const;
  });
  return Object.fromEntries(kept) as Record<TaskId, Task>;
}

import { err, ok } from '@/base/result';
import type { Input } from '@/workflow/tasks';
import { blankTasks } from '@/workflow/tasks/blank-tasks';
import { findInputTask } from '@/workflow/tasks/input-kind';
import { createJsonFormat, keptText, type TextFormat } from './text-format';

/**
 * The kinds in which a value can be written: as text, as a reference to another value, as JSON, or as a task with this
 * result.
 */
export type ValueKind = 'text' | 'from' | 'json' | 'task';

interface KindInfo {
  readonly label: string;
  readonly format: TextFormat;
  /** A new value of this kind. */
  readonly blank: unknown;
  /** Converts a value of another kind. `nearest`: the nearest name in scope, for a reference to nothing yet. */
  from(value: unknown, nearest?: string): unknown;
}

const json = createJsonFormat('any');

/** The reference of `{from: …}`. */
const reference: TextFormat = {
  show: (value) => (isReference(value) ? value.from : ''),
  parse: (text) => (text.trim() === '' ? err('Enter a name, such as fetch.output') : ok({ from: text.trim() })),
};

/** Each kind, by its name. */
export const valueKinds: { readonly [K in ValueKind]: KindInfo } = {
  text: { label: 'Text', format: keptText, blank: '', from: formatValueText },
  from: {
    label: 'From',
    format: reference,
    blank: { from: 'name' },
    from: (value, nearest = 'name') => ({ from: typeof value === 'string' && value !== '' ? value : nearest }),
  },
  json: {
    label: 'JSON',
    // An emptied field keeps its last value; a button removes it.
    format: {
      show: json.show,
      parse: (text) => (text.trim() === '' ? err('Enter JSON, or null') : json.parse(text)),
    },
    blank: null,
    // A text would be shown as text again, so it is parsed as JSON or put into a list.
    from: (value) => {
      const text = formatValueText(value);
      const read = json.parse(text);
      return read.ok && read.value !== undefined && typeof read.value !== 'string' ? read.value : [text];
    },
  },
  task: {
    label: 'Task',
    // The task is edited in its own inspector; this only shows it.
    format: json,
    blank: { task: blankTasks.atomic },
    from: (value) => ({ task: { ...blankTasks.atomic, ...buildDescription(formatValueText(value)) } }),
  },
};

/** The description of a task, unless it is empty. */
function buildDescription(description: string): object {
  return description === '' ? {} : { description };
}

/** The kind in which a value is shown, of those allowed. */
export function findValueKind(value: unknown, allowed: readonly ValueKind[]): ValueKind {
  if (typeof value === 'string') return 'text';
  if (allowed.includes('from') && isReference(value)) return 'from';
  if (allowed.includes('task') && findInputTask(value as Input) !== undefined) return 'task';
  return 'json';
}

function formatValueText(value: unknown): string {
  if (typeof value === 'string') return value;
  const prompt = findInputTask(value as Input)?.description;
  if (prompt !== undefined) return prompt;
  return isReference(value) ? value.from : json.show(value);
}

function isReference(value: unknown): value is { readonly from: string } {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return false;
  return 'from' in value && typeof value.from === 'string';
}

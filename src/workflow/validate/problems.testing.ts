import { expect, it } from 'vitest';
import { formatPath } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import { documentOf } from '../sample.testing';
import { validateDocument } from './validate';

type Fields = Readonly<Record<string, unknown>>;

/** A task with a prompt. */
export const task = (fields: Fields = {}) => ({ type: 'atomic', description: 'Do', ...fields });
/** A sequence of these steps. */
export const sequence = (...steps: object[]) => task({ type: 'sequential', steps });
/** A group of these subtasks. */
export const group = (subtasks: Fields) => task({ type: 'group', subtasks });

/** The name of a test, its tasks, `CODE path` of each problem except parts that are not run yet, and the settings. */
export type Row = readonly [name: string, tasks: Fields, expected: readonly string[], settings?: Fields];

/** A test for each row. The workflow has a default model unless its settings say otherwise. */
export function checkRows(rows: readonly Row[]): void {
  for (const [name, tasks, expected, settings] of rows) {
    it(name, () => expect(problemsOf(tasks, settings)).toEqual(expected));
  }
}

function problemsOf(tasks: Fields, settings: Fields = {}): string[] {
  const rest = { defaultModel: 'sim:echo', ...settings } as Omit<WorkflowDocument, 'tasks'>;
  return validateDocument(documentOf(tasks as Readonly<Record<string, Fields>>, rest), []).map(
    ({ code, path }) => `${code} ${formatPath(path)}`,
  );
}

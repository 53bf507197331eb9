import { err, ok, type Result } from '@/base/result';
import type { Diagnostic } from '@/workflow/diagnostic';
import { taskOf, type WorkflowDocument } from '@/workflow/document';
import { readYaml } from './read-yaml';
import { writeYaml } from './write-yaml';

/** Tasks that were copied, in the order of their document, with their positions where they have one. */
export interface Fragment {
  readonly tasks: WorkflowDocument['tasks'];
  readonly layout: WorkflowDocument['layout'];
}

/** Writes some tasks for the clipboard: a small workflow in YAML, so that it can be pasted into a file too. */
export function writeFragment(document: WorkflowDocument, ids: Iterable<string>): string {
  const chosen = new Set(ids);
  const pick = <T>(record: Readonly<Record<string, T>> = {}): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([id]) => chosen.has(id) && taskOf(document, id) !== undefined));
  return writeYaml({ tasks: pick(document.tasks), layout: { tasks: pick(document.layout?.tasks) } });
}

/** Reads tasks from the clipboard: any workflow in YAML, or a single task. A text without tasks is an error too. */
export function readFragment(text: string): Result<Fragment, readonly Diagnostic[]> {
  const { document, diagnostics } = readYaml(text);
  if (document === undefined) return err(diagnostics);
  if (Object.keys(document.tasks).length > 0) return ok({ tasks: document.tasks, layout: document.layout });
  const message = 'The clipboard holds no tasks.';
  return err([{ code: 'HED107', severity: 'error', message, path: [] }]);
}

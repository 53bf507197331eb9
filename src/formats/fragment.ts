import { err, ok, type Result } from '@/base/result';
import type { Diagnostic } from '@/workflow/diagnostic';
import { settingsOf, taskOf, type WorkflowDocument } from '@/workflow/document';
import { readPasted } from './read-pasted';
import { writeYaml } from './yaml/write-yaml';

/** Copied tasks, in the order of their document, with their positions if they have any. */
export interface Fragment {
  readonly tasks: WorkflowDocument['tasks'];
  readonly layout: WorkflowDocument['layout'];
  /** The whole workflow as YAML, if it also has settings, which the tasks alone would lose. */
  readonly workflow?: string;
  /** Warnings, for example about repairs while it was read. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Writes tasks for the clipboard: a small workflow in YAML, so that it can also be pasted into a file. */
export function writeFragment(document: WorkflowDocument, ids: Iterable<string>): string {
  const chosen = new Set(ids);
  const pick = <T>(record: Readonly<Record<string, T>> = {}): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([id]) => chosen.has(id) && taskOf(document, id) !== undefined));
  return writeYaml({ tasks: pick(document.tasks), layout: { tasks: pick(document.layout?.tasks) } });
}

/**
 * Reads tasks from the clipboard: a workflow or a single task in any notation. A text without tasks is an error too.
 */
export function readFragment(text: string): Result<Fragment, readonly Diagnostic[]> {
  const { document, diagnostics, notation } = readPasted(text);
  if (document === undefined) return err(diagnostics);
  const { tasks, layout } = document;
  if (Object.keys(tasks).length === 0) {
    return err([{ code: 'HED107', severity: 'error', message: 'The clipboard holds no tasks.', path: [] }]);
  }
  const { heddle: _version, ...settings } = settingsOf(document);
  const workflow = notation === 'yaml' ? text : writeYaml(document);
  return ok({ tasks, layout, diagnostics, ...(Object.keys(settings).length > 0 && { workflow }) });
}

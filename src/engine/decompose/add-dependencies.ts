import { addDependency } from '@/workflow/commands/edges/add-dependency';
import type { WorkflowDocument } from '@/workflow/document';
import { validateDocument } from '@/workflow/validate/validate';

/**
 * Adds missing dependencies, so that tasks wait for the tasks whose results they read. Models use a result and forget
 * to declare the dependency.
 */
export function addDependencies(document: WorkflowDocument, providers: readonly string[]): WorkflowDocument {
  const made = new Set<string>();
  let next = document;
  for (const { fix } of validateDocument(document, providers)) {
    if (fix?.kind !== 'add_dependency') continue;
    const key = JSON.stringify([fix.task, fix.path, fix.on]);
    const change = made.has(key) ? undefined : addDependency(next, fix);
    made.add(key);
    if (change?.ok) next = change.value;
  }
  return next;
}

import type { DocumentPath } from '../diagnostic';
import type { TextPlace } from '../expressions/task-texts';
import { wouldCycle } from '../graph/graph';
import type { TaskId } from '../names';
import { type Checking, didYouMean } from './checking';
import { type Found, findReference, namesFor, type Reader } from './names-in-scope';

/** Whether what a reference of a template or an input names will be there when its reader runs. */
export function checkReference(
  checking: Checking,
  reader: Reader,
  reference: string,
  place: TextPlace,
  path: DocumentPath,
): void {
  const found = findReference(checking, reader, reference, place);
  if (found.kind === 'nowhere') checking.report('HED305', path, nowhereMessage(checking, reader, reference));
  else reportOrder(checking, reader.id, found, reference, path);
}

function nowhereMessage(checking: Checking, { task }: Reader, reference: string): string {
  const [root = '', ...rest] = reference.split('.');
  if (root === 'secrets') return 'Secrets can be used in http and mcp tools only, so that no model is told them.';
  if (['inputs', 'variables', 'tasks'].includes(root) && rest.length > 0) {
    return `“${reference}” is nowhere. In templates the name alone is written: {{${rest.join('.')}}}.`;
  }
  const guess = checking.guess(reference.replace(/[.[].*/, ''), namesFor(checking, task));
  return `“${reference}” is no task, input or variable.${didYouMean(guess)}`;
}

/** Reports what is there, but not in time. */
export function reportOrder(checking: Checking, id: TaskId, found: Found, name: string, path: DocumentPath): void {
  if (found.kind === 'own') {
    checking.report('HED305', path, `“${id}” cannot read its own result here. In validate and returns it is output.`);
    return;
  }
  if (found.kind !== 'unordered') return;
  const { on } = found;
  const message = `“${id}” reads “${name}”, but does not wait for ${on}, so it may not be there yet.`;
  if (wouldCycle(checking.graph, on, id)) {
    checking.report('HED304', path, `${message} It cannot wait either, as ${on} waits for ${id}.`);
    return;
  }
  const title = `Run ${id} after ${on}`;
  checking.report('HED304', path, `${message} Add the dependency.`, { kind: 'add_dependency', title, task: id, on });
}

import type { DocumentPath } from '../diagnostic';
import { type Beside, findReference, guessableNames, missingWaits, type Scope } from '../graph/scope';
import type { TaskScope } from '../graph/task-scopes';
import type { TaskId } from '../names';
import { type Checking, didYouMean } from './checking';

/** Checks that the value of a reference in a template or an input exists when its reader runs. */
export function checkReference(
  checking: Checking,
  reader: TaskScope,
  reference: string,
  scope: Scope,
  path: DocumentPath,
): void {
  const found = findReference(scope, reference);
  if (found === undefined) checking.report('HED305', path, nowhereMessage(checking, reference, scope));
  else if (found.meaning.kind !== 'value') checkOrder(checking, reader, found.meaning, reference, path);
}

/** The message for a reference that is not found, with a guess at what was meant. */
export function nowhereMessage(checking: Checking, reference: string, scope: Scope): string {
  const [root = '', ...rest] = reference.split('.');
  if (root === 'secrets') return 'Secrets can be used in http and mcp tools only, so that no model sees them.';
  if (['inputs', 'variables', 'tasks'].includes(root) && rest.length > 0) {
    return `“${reference}” does not exist. In templates the name alone is written: {{${rest.join('.')}}}.`;
  }
  const guess = checking.guess(reference.replace(/[.[].*/, ''), () => guessableNames(scope));
  return `“${reference}” is not a task, input or variable.${didYouMean(guess)}`;
}

/** Tasks that give a value, and their siblings. */
export interface Given {
  readonly sources: readonly TaskId[];
  readonly beside: Beside;
}

/** Most tasks returning one name whose order is checked: each is searched for from each reader. */
const maxSources = 12;

/**
 * Reports a reference whose value may not exist in time, see {@link missingWaits}.
 */
export function checkOrder(
  checking: Checking,
  reader: TaskScope,
  given: Given,
  name: string,
  path: DocumentPath,
): void {
  const { siblings, member } = given.beside;
  if (member === undefined || given.sources.length > maxSources) return;
  const isMember = reader.beside?.siblings === siblings;
  if (given.sources.every((source) => source === member)) {
    const message = isMember
      ? `“${member}” cannot read its own result here. In validate, returns and the condition of until it is output.`
      : `“${reader.label}” is a part of “${member}”, so it cannot read its result.`;
    checking.report('HED305', path, message);
    return;
  }
  const [on] = missingWaits(given.beside, given.sources);
  if (on === undefined) return;

  const who = isMember ? `“${member}”` : `“${reader.label}” in “${member}”`;
  if (siblings.kind === 'steps') {
    checking.report(
      'HED304',
      path,
      `${who} reads “${name}”, but steps run in order, and ${on} comes later. Move it up.`,
    );
    return;
  }
  const waiting = isMember ? 'does not wait' : `${member} does not wait`;
  const message = `${who} reads “${name}”, but ${waiting} for ${on}, so it may not be there yet.`;
  if (on === member || siblings.waits(on, member)) {
    checking.report('HED304', path, `${message} It cannot wait either, as ${on} waits for ${member}.`);
    return;
  }
  const title = `Run ${member} after ${on}`;
  const nested = siblings.path.length > 1 ? { path: [...siblings.path, member] } : {};
  checking.report('HED304', path, `${message} Add the dependency.`, {
    kind: 'add_dependency',
    title,
    task: member,
    ...nested,
    on,
  });
}

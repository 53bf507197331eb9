import { defined, omitEmpty } from '@/base/defined';
import type { DocumentPath, Fix } from '../diagnostic';
import { parseReferenceSteps } from '../expressions/reference';
import {
  type Beside,
  type Found,
  findReference,
  listGuessableNames,
  listMissingWaits,
  type Scope,
} from '../graph/scope';
import type { TaskScope } from '../graph/task-scopes';
import { fieldHabits, rootHabits } from '../habits';
import type { TaskId } from '../names';
import { AskedSiblings } from './asked-siblings';
import { type Checking, formatGuess } from './checking';
import { findStall, isAllSkipped } from './find-stall';

/** The text that holds a reference, with another reference in its place. */
type WithReference = (reference: string) => string;

/**
 * Checks that the value of a reference in a template or an input exists when its reader runs. Returns whether the
 * reference means something else than what was meant, so that nothing more is to be said of it.
 */
export function checkReference(
  checking: Checking,
  reader: TaskScope,
  reference: string,
  scope: Scope,
  path: DocumentPath,
  withReference?: WithReference,
): boolean {
  const found = findReference(scope, reference);
  const fixTo = (meant: string | undefined): Fix | undefined =>
    meant === undefined || withReference === undefined
      ? undefined
      : { kind: 'replace', title: `Change to ${meant}`, path, text: withReference(meant) };
  if (found === undefined) {
    const { message, meant } = explainNowhere(checking, reference, scope);
    checking.report('HED305', path, message, fixTo(meant));
    return true;
  }
  const beside = findReferenceBeside(reader, found, reference);
  if (beside !== undefined) {
    const message = `“${reader.label}” is a part of “${found.name}”. Within it, write ${beside}.`;
    checking.report('HED305', path, message, fixTo(beside));
    return true;
  }
  if (found.meaning.kind !== 'value') checkOrder(checking, reader, found.meaning, reference, path);
  return false;
}

/** How a task beside the reader is written, if the reference reaches it by way of the container of both. */
function findReferenceBeside({ beside }: TaskScope, { name, meaning }: Found, reference: string): string | undefined {
  if (meaning.kind !== 'task' || beside === undefined || meaning.beside.member !== name) return undefined;
  if (meaning.beside.siblings === beside.siblings) return undefined;
  const rest = reference.slice(name.length);
  const steps = parseReferenceSteps(rest);
  const id = steps.find(({ name: step }, index) => index > 0 || step !== 'output');
  return id !== undefined && beside.siblings.has(id.name) ? `${id.name}${rest.slice(id.to)}` : undefined;
}

/** The message for a reference that is not found, and the one that was meant, if that is known. */
export function explainNowhere(
  checking: Checking,
  reference: string,
  scope: Scope,
): { readonly message: string; readonly meant?: string } {
  const [root = '', ...rest] = reference.split('.');
  if (root === 'secrets') {
    return { message: 'Secrets can be used in http and mcp tools only, so that no model sees them.' };
  }
  if (['inputs', 'variables', 'tasks'].includes(root) && rest.length > 0) {
    const meant = rest.join('.');
    return { message: `“${reference}” does not exist. In templates the name alone is written: {{${meant}}}.`, meant };
  }
  const name = reference.replace(/[.[].*/, '');
  if (rootHabits.has(name) && rest.length > 0) {
    const meant = rest.map((step) => fieldHabits.get(step) ?? step).join('.');
    return { message: `“${reference}” does not exist. In templates the name alone is written: {{${meant}}}.`, meant };
  }
  const guess = checking.guess(name, () => listGuessableNames(scope));
  const message = `“${reference}” is not a task, input or variable.${formatGuess(guess)}`;
  return guess === undefined ? { message } : { message, meant: guess + reference.slice(name.length) };
}

/** Tasks that give a value, and their siblings. */
export interface Given {
  readonly sources: readonly TaskId[];
  readonly beside: Beside;
}

/** Most tasks returning one name whose order is checked: each is searched for from each reader. */
const maxSources = 12;

/**
 * Reports a reference whose value may not exist in time, see {@link listMissingWaits}.
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
  const [on, ...others] = listMissingWaits(given.beside, given.sources);
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
  const task = siblings.tasks[member];
  const findStallFor = (id: TaskId) =>
    siblings instanceof AskedSiblings ? siblings.stall(id) : findStall(siblings, id);
  const stalls = [on, ...others].map(findStallFor);
  if (stalls.includes('circle') || isAllSkipped(task, [...(task?.dependsOn ?? []).map(findStallFor), ...stalls])) {
    checking.report('HED304', path, `${message} It would never run then, as ${on} never does.`);
    return;
  }
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const nested = siblings.path.length > 1 ? { path: [...siblings.path, member] } : {};
  checking.report('HED304', path, `${message} Add the dependency.`, {
    kind: 'add_dependency',
    title: `Run ${member} after ${on}${more}`,
    task: member,
    ...nested,
    on,
    ...defined({ others: omitEmpty(others) }),
  });
}

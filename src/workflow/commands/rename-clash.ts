import type { WorkflowDocument } from '../document';
import { isReference, referenceNames } from '../expressions/reference';
import { expressionReferences } from '../expressions/scan-expression';
import { mapTexts, type TextVisitor } from '../expressions/task-texts';
import { templateReferences } from '../expressions/template';
import { mapWithin, placeOfTask } from '../graph/places';
import { findReference, findTask, isHidden, levels, type Scope } from '../graph/scope';
import type { Siblings } from '../graph/siblings';
import type { TaskId } from '../names';
import { quoted } from './refusal';

/** A task that is to be renamed, and its siblings. */
interface Renamed {
  readonly id: TaskId;
  readonly newId: string;
  readonly among: Siblings;
}

/** How a new id would change what a text means: it would not find the task any more, or find it in the place of another value. */
type Clash = 'hidden' | 'hides';

/** Why a task cannot have a new id without a text coming to mean something else, for a person; undefined if it can. */
export function clashOf(document: WorkflowDocument, among: Siblings, id: TaskId, newId: string): string | undefined {
  const [returning] = among.returnedBy.get(newId) ?? [];
  if (returning !== undefined) return `${quoted(document, returning)} returns a value of the name “${newId}”.`;
  for (const [reader, task] of Object.entries(document.tasks) as [TaskId, (typeof document.tasks)[TaskId]][]) {
    const found: Clash[] = [];
    const visitor = clashVisitor({ id, newId, among }, (clash) => found.push(clash));
    mapWithin(task, placeOfTask(document, among, reader, task), (part, place) => mapTexts(part, place, visitor));
    const where = quoted(document, reader);
    if (found.includes('hidden')) {
      return `${where} has an input or variable “${newId}”, which would hide the renamed task there.`;
    }
    if (found.includes('hides')) return `${where} reads another value “${newId}”, which the renamed task would hide.`;
  }
  return undefined;
}

function clashVisitor(renamed: Renamed, report: (clash: Clash) => void): TextVisitor {
  const reference = (text: string, scope: Scope) => {
    const clash = isReference(text) ? clashOfReference(renamed, text, scope) : undefined;
    if (clash !== undefined) report(clash);
    return text;
  };
  return {
    template(text, scope) {
      for (const one of templateReferences(text)) reference(one, scope);
      return text;
    },
    expression(source, scope) {
      for (const { root, name } of expressionReferences(source)) {
        if (root !== 'tasks' || name !== renamed.id || findTask(scope, name)?.siblings !== renamed.among) continue;
        if (findTask(scope, renamed.newId) !== undefined) report('hidden');
      }
      return source;
    },
    reference,
  };
}

function clashOfReference({ id, newId, among }: Renamed, reference: string, scope: Scope): Clash | undefined {
  const found = findReference(scope, reference);
  if (found === undefined || !levels(scope).some(({ beside }) => beside?.siblings === among)) return undefined;
  const isMeant = found.meaning.kind === 'task' && found.meaning.beside.siblings === among && found.name === id;
  if (isMeant) {
    const longer = findReference(scope, newId + reference.slice(id.length));
    const isLonger = longer !== undefined && longer.name.length > newId.length;
    return isLonger || isHidden(scope, newId, among) ? 'hidden' : undefined;
  }
  const isTaken = referenceNames(reference).includes(newId) && found.name.length <= newId.length;
  return isTaken && !isHidden(scope, newId, among) ? 'hides' : undefined;
}

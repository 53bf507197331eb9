import { formatPath } from '../../diagnostic';
import { findTopTask, listTaskIds, type WorkflowDocument } from '../../document';
import { isReference } from '../../expressions/reference';
import { mapTexts, type TextVisitor } from '../../expressions/task-texts';
import { createReferenceVisitor } from '../../graph/reference-visitor';
import { type Beside, findReference, findTask, listLevels, type Scope } from '../../graph/scope';
import { createDocumentSiblings, createTaskScope, mapWithin } from '../../graph/task-scopes';
import type { TaskId } from '../../names';
import type { Renaming } from './rename-references';

/**
 * What a reference resolves to: a name at a level of its scope, or, where `of` holds the renamed task's siblings, those
 * tasks.
 */
interface Meant {
  readonly level: number;
  readonly name: string;
  readonly of: readonly string[];
}

/**
 * A reference whose meaning a renaming would change: the task that it is in, and whether it referred to the renamed
 * task.
 */
export interface Clash {
  readonly reader: string;
  /** The new id. */
  readonly name: string;
  readonly isHidden: boolean;
}

/**
 * The first reference that would resolve to something else after a renaming: a nearer value hides the new name, or the
 * new name hides what was meant. A reference that resolved to nothing before is no clash: the renaming may fix it.
 * `within`: the task of the document that the siblings are in, whose names no other task reads.
 */
export function findClash(
  before: WorkflowDocument,
  after: WorkflowDocument,
  { to, among }: Renaming,
  within?: TaskId,
): Clash | undefined {
  const path = formatPath(among.path);
  const now = listMeanings(after, path, within);
  for (const [index, { reader, meant }] of listMeanings(before, path, within).entries()) {
    const then = now[index]?.meant;
    if (meant === undefined || isSameMeant(renameMeant(meant, to), then)) continue;
    return { reader, name: then?.name ?? [...to.values()].join(', '), isHidden: meant.of.some((id) => to.has(id)) };
  }
  return undefined;
}

function renameMeant({ level, name, of }: Meant, to: ReadonlyMap<string, string>): Meant {
  const renameId = (id: string) => to.get(id) ?? id;
  return { level, name: of.includes(name) ? renameId(name) : name, of: of.map(renameId) };
}

function isSameMeant(a: Meant, b: Meant | undefined): boolean {
  return (
    a.level === b?.level && a.name === b.name && a.of.length === b.of.length && a.of.every((id) => b.of.includes(id))
  );
}

/**
 * What every reference in the tasks of a document resolves to, in their order. `among`: the path of the siblings among
 * which one is renamed.
 */
function listMeanings(
  document: WorkflowDocument,
  among: string,
  within: TaskId | undefined,
): { readonly reader: string; readonly meant: Meant | undefined }[] {
  const all: { reader: string; meant: Meant | undefined }[] = [];
  const siblings = createDocumentSiblings(document);
  for (const reader of within === undefined ? listTaskIds(document) : [within]) {
    const task = findTopTask(document, reader);
    if (task === undefined) continue;
    const addMeaning = (meant: Meant | undefined) => all.push({ reader, meant });
    const visitor = createMeaningVisitor(addMeaning, among);
    mapWithin(task, createTaskScope(document, siblings, reader, task), (part, place) => {
      const { includeTasks = [], excludeTasks = [] } = part.context ?? {};
      for (const id of [...includeTasks, ...excludeTasks]) addMeaning(findTaskMeaning(id, place.within, among));
      return mapTexts(part, place, visitor);
    });
  }
  return all;
}

function createMeaningVisitor(add: (meant: Meant | undefined) => void, among: string): TextVisitor {
  return createReferenceVisitor(
    (text, scope) => {
      const found = isReference(text) ? findReference(scope, text) : undefined;
      if (found === undefined || found.meaning.kind === 'value') {
        add(found && { level: findLevel(scope, found.name), name: found.name, of: [] });
      } else add(buildMeant(found.meaning.beside, scope, found.name, found.meaning.sources, among));
    },
    (id, scope) => add(findTaskMeaning(id, scope, among)),
  );
}

function findTaskMeaning(id: string, scope: Scope, among: string): Meant | undefined {
  const beside = findTask(scope, id);
  return beside && buildMeant(beside, scope, id, [id], among);
}

function buildMeant(beside: Beside, scope: Scope, name: string, sources: readonly string[], among: string): Meant {
  const level = listLevels(scope).findIndex((one) => one.beside === beside);
  return { level, name, of: formatPath(beside.siblings.path) === among ? sources : [] };
}

/** The level of the scope at which a value of this name is found. */
function findLevel(scope: Scope, name: string): number {
  return listLevels(scope).findIndex(({ outer: _outer, ...level }) => findReference(level, name)?.name === name);
}

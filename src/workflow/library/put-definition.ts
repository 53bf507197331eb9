import { defined } from '@/base/defined';
import { isSameJson } from '@/base/json';
import { ok, type Result } from '@/base/result';
import { type EditRefusal, refuseEdit } from '../commands/edit-refusal';
import { createFreshId } from '../commands/fresh-id';
import type { Definition, WorkflowDocument } from '../document';
import { mapEveryTask } from '../map-every-task';
import { mapField } from '../map-same';
import { collectDefinition } from './collect-definition';
import { readOrigin, writeOrigin } from './origin';
import type { SavedVersion } from './saved-definition';

/** A saved definition as it is put into a document. */
type Saved = Pick<SavedVersion, 'name' | 'version' | 'document'>;
type Library = NonNullable<WorkflowDocument['library']>;

/** Arguments of {@link putDefinition}. */
export interface PutDefinition {
  readonly saved: Saved;
  /** Whether the document says which version it is, so that it can be updated. */
  readonly keepsOrigin: boolean;
}

/**
 * Puts a saved definition into a document, with all that it uses. What the document has already stays as it is: a
 * definition of the same name, but with another meaning, makes the new one get a number.
 */
export function putDefinition(
  document: WorkflowDocument,
  { saved, keepsOrigin }: PutDefinition,
): Result<WorkflowDocument, EditRefusal> {
  return putDefinitionAs(document, saved, saved.name, keepsOrigin ? writeOrigin(saved) : undefined);
}

/** Arguments of {@link updateDefinition}. */
export interface UpdateDefinition {
  /** The name of the copy in the document. */
  readonly name: string;
  readonly saved: Saved;
}

/** Replaces a copy of a saved definition, and what only it uses, by another version. */
export function updateDefinition(
  document: WorkflowDocument,
  { name, saved }: UpdateDefinition,
): Result<WorkflowDocument, EditRefusal> {
  const { library = {} } = document;
  if (readOrigin(library[name]?.origin)?.name !== saved.name)
    return refuseEdit(`“${name}” is not a copy of “${saved.name}”.`);
  const own = collectUsedOnlyBy(name, document);
  const others = Object.fromEntries(Object.entries(library).filter(([other]) => !own.has(other)));
  return putDefinitionAs({ ...document, library: others }, saved, name, writeOrigin(saved));
}

function putDefinitionAs(
  document: WorkflowDocument,
  { name: savedAs, document: saved }: Saved,
  wanted: string,
  origin: string | undefined,
): Result<WorkflowDocument, EditRefusal> {
  const definition = saved.library?.[savedAs];
  if (definition === undefined) return refuseEdit(`The saved definition “${savedAs}” is empty.`);
  const { library = {}, agents, tools } = document;
  const bundle = { ...saved.library, [savedAs]: { ...definition, ...defined({ origin }) } };
  const names = findFreeNames(bundle, library, new Map([[savedAs, wanted]]));
  return ok({
    ...document,
    ...defined({
      agents: saved.agents && { ...saved.agents, ...agents },
      tools: saved.tools && { ...saved.tools, ...tools },
    }),
    library: { ...library, ...renameBundle(bundle, names) },
  });
}

/** The name of each definition in a library that has others: its own, unless that means something else there. */
function findFreeNames(
  bundle: Library,
  taken: Library,
  wanted: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const given = new Set<string>();
  for (const [old, definition] of Object.entries(bundle)) {
    const first = wanted.get(old) ?? old;
    const isNameTaken = (name: string) => Object.hasOwn(taken, name) || given.has(name);
    const isFree = !isNameTaken(first) || isSameJson(taken[first], definition);
    const name = isFree ? first : createFreshId(first, 2, (one) => isNameTaken(one) || Object.hasOwn(bundle, one));
    names.set(old, name);
    given.add(name);
  }
  return names;
}

function renameBundle(bundle: Library, names: ReadonlyMap<string, string>): Library {
  const followName = (name: string) => names.get(name) ?? name;
  const { library = {} } = mapEveryTask({ tasks: {}, library: bundle }, (task) =>
    task.type === 'call' ? mapField(task, 'ref', followName) : task,
  );
  return Object.fromEntries(Object.entries(library).map(([name, definition]) => [followName(name), definition]));
}

/** A definition, and the definitions that nothing else in the document uses. */
function collectUsedOnlyBy(name: string, document: WorkflowDocument): ReadonlySet<string> {
  const { library = {} } = document;
  const within = new Set(Object.keys(collectDefinition(document, name)?.library ?? {}));
  const collectUsed = (definitions: Readonly<Record<string, Definition>>, tasks: WorkflowDocument['tasks']) =>
    mapEveryTask({ tasks, library: definitions }, (task) => {
      const used = task.type === 'call' && task.ref !== name ? collectDefinition(document, task.ref ?? '') : undefined;
      for (const one of Object.keys(used?.library ?? {})) within.delete(one);
      return task;
    });
  collectUsed(Object.fromEntries(Object.entries(library).filter(([other]) => !within.has(other))), document.tasks);
  return within.add(name);
}

import type { Json } from '@/base/json';
import { nameProblem } from '@/base/name';
import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../../document';
import { isReference } from '../../expressions/reference';
import { replaceSpans } from '../../expressions/replace-spans';
import { formatAccessor, listExpressionReferences } from '../../expressions/scan-expression';
import { mapAgent, mapLiteral, mapTexts, mapTool, type TextVisitor } from '../../expressions/task-texts';
import { parseTemplate } from '../../expressions/template';
import { buildFunctionPath } from '../../function-path';
import { findReference, listLevels, type Scope } from '../../graph/scope';
import { createDocumentSiblings, createGlobalScope, createTaskScope, mapWithin } from '../../graph/task-scopes';
import { mapField, mapMembers } from '../../map-same';
import type { TaskId } from '../../names';
import type { Task } from '../../tasks';
import { explainTakenName } from '../edit-inputs';
import { type EditRefusal, refuseEdit } from '../edit-refusal';

/** Arguments of {@link renameInput}. */
export interface RenameInput {
  readonly name: string;
  readonly newName: string;
}

/**
 * Renames an input of the workflow. It keeps its position, and every text that names it is updated: those of tasks at
 * any depth, of functions, agents, tools and variables. It is refused where a nearer value would hide the new name.
 */
export function renameInput(
  document: WorkflowDocument,
  { name, newName }: RenameInput,
): Result<WorkflowDocument, EditRefusal> {
  const { inputs = {} } = document;
  if (!Object.hasOwn(inputs, name)) return refuseEdit(`There is no input “${name}” any more.`);
  if (newName === name) return ok(document);
  const problem = nameProblem(newName) ?? explainTakenName(document, newName);
  if (problem !== undefined) return refuseEdit(problem);
  const renaming = new InputRenaming(name, newName);
  const next = renameUses(document, renaming);
  if (renaming.hider !== undefined) {
    const message = `A text in “${renaming.hider}” reads the input, and “${newName}” is another value there. Choose another name.`;
    return refuseEdit(message);
  }
  const renamed = Object.entries(inputs).map(([key, input]) => [key === name ? newName : key, input]);
  return ok({ ...next, inputs: Object.fromEntries(renamed) });
}

/** Rewrites texts that name the input, and remembers where the new name would mean something else. */
class InputRenaming {
  readonly #name: string;
  readonly #newName: string;
  /** Where the texts are that are visited now. */
  reader = '';
  hider: string | undefined;

  constructor(name: string, newName: string) {
    this.#name = name;
    this.#newName = newName;
  }

  readonly visitor: TextVisitor = {
    template: (text, scope) => {
      const parts = text.includes('{{') ? parseTemplate(text) : undefined;
      if (!parts?.ok) return text;
      const references = parts.value.filter((part) => part.kind === 'reference');
      return replaceSpans(text, references, ({ path }) => this.#renameReference(path, scope));
    },
    expression: (source, scope) =>
      replaceSpans(source, listExpressionReferences(source), ({ root, name, from, to }) => {
        const level = root === 'tasks' || name !== this.#name ? undefined : findLevel(scope, root, name);
        if (root === 'tasks' || level === undefined || !isGlobal(level)) return source.slice(from, to);
        this.#note(findLevel(scope, root, this.#newName));
        return formatAccessor(this.#newName);
      }),
    reference: (text, scope) => this.#renameReference(text, scope),
  };

  #renameReference(reference: string, scope: Scope): string {
    const found = isReference(reference) ? findReference(scope, reference) : undefined;
    if (found?.name !== this.#name || found.meaning.kind !== 'value' || !isGlobalName(scope, found.name))
      return reference;
    this.#note(findReference(scope, this.#newName));
    return this.#newName + reference.slice(found.name.length);
  }

  #note(nearer: object | undefined): void {
    if (nearer !== undefined) this.hider ??= this.reader;
  }
}

/** The level of the workflow: it belongs to no task, and nothing is around it. */
const isGlobal = ({ owner, outer }: Scope): boolean => owner === undefined && outer === undefined;

function findLevel(scope: Scope, root: 'inputs' | 'variables', name: string): Scope | undefined {
  return listLevels(scope).find((level) => Object.hasOwn(level[root] ?? {}, name));
}

/** Whether a name is looked up at the level of the workflow, as no nearer level has it. */
function isGlobalName(scope: Scope, name: string): boolean {
  return listLevels(scope).every((level) => {
    const { outer: _outer, ...own } = level;
    return isGlobal(level) || findReference(own, name)?.name !== name;
  });
}

function renameUses(document: WorkflowDocument, renaming: InputRenaming): WorkflowDocument {
  const { visitor } = renaming;
  const scope = createGlobalScope(document);
  const siblings = createDocumentSiblings(document);
  const renameInTask = (id: string, task: Task): Task => {
    renaming.reader = id;
    const place = createTaskScope(document, siblings, id as TaskId, task);
    return mapWithin(task, place, (part, at) => mapTexts(part, at, visitor));
  };
  const tasks = mapField(document, 'tasks', (all) => mapMembers<Task>(all, (task, id) => renameInTask(id, task)));
  const library = mapField(tasks, 'library', (definitions) =>
    mapMembers(definitions, (definition, name) =>
      mapField(definition, 'task', (task) => renameInTask(buildFunctionPath(name), task)),
    ),
  );
  renaming.reader = 'settings';
  const variables = mapField(library, 'variables', (all) =>
    mapMembers(all, (value) => mapLiteral(value as Json, scope, visitor, [])),
  );
  const agents = mapField(variables, 'agents', (all) =>
    mapMembers(all, (agent) => mapAgent(agent, scope, visitor, [])),
  );
  const tools = mapField(agents, 'tools', (all) => mapMembers(all, (tool) => mapTool(tool, scope, visitor, [])));
  return mapField(tools, 'compaction', (compaction) =>
    mapField(compaction, 'agent', (agent) => mapAgent(agent, scope, visitor, [])),
  );
}

import { isSameJson } from '@/base/json';
import type { Diagnostic } from '../diagnostic';
import { type DocumentSettings, findTopTask, getSettings, type WorkflowDocument } from '../document';
import { createDefinitionScope, createDocumentSiblings, createTaskScope } from '../graph/task-scopes';
import type { TaskId } from '../names';
import { AskedSiblings } from './asked-siblings';
import { checkAgents } from './check-agents';
import { type CheckedDefinition, checkFunction, isSameToCalls } from './check-library';
import { checkSharedOutputs } from './check-paths';
import { checkDefinition, checkSettings } from './check-settings';
import { type Check, type CheckedSiblings, checkSiblings, ReportedProblems } from './check-siblings';
import { checkWithin } from './check-within';
import { Checking } from './checking';

/**
 * Checks the meaning of a document: HED3xx, HED4xx and HED5xx. `known` are ids of providers named in settings. Paths
 * are as a file has them; callers with the text add ranges. Linear in the size of the document, except for references
 * to tasks far above.
 */
export function validateDocument(document: WorkflowDocument, known: readonly string[]): Diagnostic[] {
  return new DocumentChecks().check(document, known);
}

/**
 * Finds the problems of some tasks of the document, and of some definitions, with everything in them: what an edit may
 * have caused.
 */
export function checkSome(
  document: WorkflowDocument,
  ids: Iterable<string>,
  definitions: Iterable<string> = [],
): readonly Diagnostic[] {
  const checking = new Checking(document, []);
  const siblings = createDocumentSiblings(document);
  const readBy = checkAgents(new Checking(document, []));
  for (const id of ids) {
    const task = findTopTask(document, id);
    if (task !== undefined)
      checkWithin(checking, task, createTaskScope(document, siblings, id as TaskId, task), readBy);
  }
  for (const name of definitions) {
    const definition = document.library?.[name];
    if (definition?.task === undefined) continue;
    checkDefinition(checking, name, definition);
    checkWithin(checking, definition.task, createDefinitionScope(document, name, definition, definition.task), readBy);
  }
  return checking.diagnostics;
}

/** The last check: what the parts of the document were checked against, and the findings in each. */
interface Checked {
  readonly settings: DocumentSettings;
  readonly library: WorkflowDocument['library'];
  readonly known: readonly string[];
  readonly tasks: CheckedSiblings;
  readonly definitions: ReadonlyMap<string, CheckedDefinition>;
}

/**
 * Checks of a document that is edited. A task of the document, or of a group in a function, is checked again only
 * if it changed, if settings changed, or if an answer of its siblings changed (whether a name exists, which task waits
 * for which). Finds the same problems as a first check.
 */
export class DocumentChecks {
  #before: Checked | undefined;
  /** Whether a branch goes on from the last check too. */
  #isShared = false;

  /** Checks that go on from the last one of these, which stay as they are. */
  branch(): DocumentChecks {
    const branch = new DocumentChecks();
    branch.#before = this.#before;
    this.#isShared = true;
    branch.#isShared = true;
    return branch;
  }

  /** What {@link validateDocument} finds. */
  check(document: WorkflowDocument, known: readonly string[]): Diagnostic[] {
    const settings = selectCheckedSettings(document);
    const { library } = document;
    const isSame =
      isSameJson(this.#before?.known, known) &&
      isSameJson(this.#before?.settings, settings) &&
      isSameToCalls(this.#before?.library, library);
    const before = isSame ? this.#before : undefined;
    const siblings = new AskedSiblings('graph', document.tasks, ['tasks']);

    const around = new Checking(document, known);
    checkSettings(around, siblings);
    checkSharedOutputs(around);
    const isAlone = !this.#isShared;
    const check: Check = { document, known, readBy: checkAgents(around), told: new ReportedProblems(), isAlone };
    check.told.add(around);
    siblings.takeAsked();

    const definitions = new Map<string, CheckedDefinition>();
    for (const [name, definition] of Object.entries(library ?? {}))
      definitions.set(name, checkFunction(check, name, definition, before?.definitions.get(name)));
    const tasks = checkSiblings(check, siblings, before?.tasks, (id, task) =>
      createTaskScope(document, siblings, id, task),
    );
    this.#before = { settings, library, known, tasks, definitions };
    this.#isShared = false;
    return [...check.told.diagnostics, ...tasks.waiting];
  }
}

/** The settings that a check of a task may read: no tests, and not the library, of which it sees only a part. */
function selectCheckedSettings(document: WorkflowDocument): DocumentSettings {
  const {
    name: _name,
    description: _description,
    library: _library,
    testDefaults: _testDefaults,
    tests: _tests,
    ...settings
  } = getSettings(document);
  return settings;
}

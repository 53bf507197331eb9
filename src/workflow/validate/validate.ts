import { sameJson } from '@/base/json';
import type { Diagnostic } from '../diagnostic';
import { type DocumentSettings, settingsOf, taskOf, type WorkflowDocument } from '../document';
import { type Graph, graphOf } from '../graph/graph';
import { resultShape } from '../graph/result-shape';
import type { Siblings } from '../graph/siblings';
import { documentSiblings, mapWithin, scopeOfDefinition, scopeOfTask, type TaskScope } from '../graph/task-scopes';
import type { TaskId } from '../names';
import type { TaskRecord } from '../task-record';
import type { Task } from '../tasks';
import { returnedBy } from '../tasks/returned';
import { type Asked, AskedSiblings } from './asked-siblings';
import { checkAgents, checkReadByAgent, type ReadByAgents } from './check-agents';
import { checkAsk } from './check-ask';
import { checkAttachments } from './check-attachments';
import { checkCalls } from './check-calls';
import { checkDependencies } from './check-dependencies';
import { checkEvaluators } from './check-evaluators';
import { checkFields } from './check-fields';
import { checkTaskLimits } from './check-limits';
import { checkModels } from './check-models';
import { checkParts } from './check-parts';
import { checkPaths, checkSharedOutputs } from './check-paths';
import { checkReach, checkWaiting } from './check-reach';
import { checkDefinition, checkSettings } from './check-settings';
import { checkStepIds } from './check-step-ids';
import { checkTexts } from './check-texts';
import { checkToolTask } from './check-tool-task';
import { checkTaskTools } from './check-tools';
import { Checking, maxGuesses } from './checking';

/** The checks of each task, at any depth. */
const taskChecks: readonly ((checking: Checking, task: Task, place: TaskScope) => void)[] = [
  checkDependencies,
  checkTexts,
  checkModels,
  checkParts,
  checkEvaluators,
  checkCalls,
  checkTaskTools,
  checkToolTask,
  checkAsk,
  checkFields,
  checkAttachments,
  checkPaths,
  checkTaskLimits,
  checkReach,
  checkStepIds,
];

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
  const siblings = documentSiblings(document);
  const readBy = checkAgents(new Checking(document, []));
  for (const id of ids) {
    const task = taskOf(document, id);
    if (task !== undefined) checkWithin(checking, task, scopeOfTask(document, siblings, id as TaskId, task), readBy);
  }
  for (const name of definitions) {
    const definition = document.library?.[name];
    if (definition?.task === undefined) continue;
    checkDefinition(checking, name, definition);
    checkWithin(checking, definition.task, scopeOfDefinition(document, name, definition, definition.task), readBy);
  }
  return checking.diagnostics;
}

/** The problems found in a task, and what they depend on apart from the task and the settings. */
interface Finding {
  readonly task: Task;
  readonly diagnostics: readonly Diagnostic[];
  readonly shared: Checking['shared'];
  readonly guesses: number;
  readonly asked: readonly Asked[];
  readonly isBound: boolean;
}

/** The last check: what the tasks were checked against, and the findings for each. */
interface Checked {
  readonly settings: DocumentSettings;
  readonly known: readonly string[];
  readonly tasks: TaskRecord;
  readonly graph: Graph;
  readonly findings: ReadonlyMap<string, Finding>;
  /** What {@link checkWaiting} found among the tasks of the document. */
  readonly waiting: readonly Diagnostic[];
}

/**
 * Checks of a document that is edited. A task is checked again only if it changed, if settings changed, or if an answer
 * of its siblings changed (whether a name exists, which task waits for which). Finds the same problems as a first
 * check.
 */
export class DocumentChecks {
  #before: Checked | undefined;

  /** Checks that go on from the last one of these, which stay as they are. */
  branch(): DocumentChecks {
    const branch = new DocumentChecks();
    branch.#before = this.#before;
    return branch;
  }

  /** What {@link validateDocument} finds. */
  check(document: WorkflowDocument, known: readonly string[]): Diagnostic[] {
    const settings = checkedSettings(document);
    const isSame = sameJson(this.#before?.known, known) && sameJson(this.#before?.settings, settings);
    const before = isSame ? this.#before : undefined;
    const changes = before && changesOf(before, document.tasks);
    const siblings = new AskedSiblings('graph', document.tasks, ['tasks']);

    const around = new Checking(document, known);
    checkSettings(around, siblings);
    checkSharedOutputs(around);
    const readBy = checkAgents(around);
    for (const [name, definition] of Object.entries(document.library ?? {})) {
      checkDefinition(around, name, definition);
      const { task } = definition;
      if (task !== undefined) checkWithin(around, task, scopeOfDefinition(document, name, definition, task), readBy);
    }
    siblings.takeAsked();

    const told = new ReportedProblems(around);
    const findings = new Map<string, Finding>();
    for (const [id, task] of Object.entries(document.tasks) as [TaskId, Task][]) {
      const last = before?.findings.get(id);
      const left = maxGuesses - told.guesses;
      const isKept =
        last?.task === task &&
        !last.isBound &&
        last.guesses <= left &&
        (changes === 'within' || siblings.agrees(last.asked));
      const finding = isKept ? last : this.#find(new Checking(document, known, left), siblings, id, task, readBy);
      findings.set(id, finding);
      told.add(finding);
    }
    const waiting =
      changes === 'within' && before !== undefined ? before.waiting : waitingOf(document, known, siblings);
    this.#before = { settings, known, tasks: document.tasks, graph: siblings.graph, findings, waiting };

    return [...told.diagnostics, ...waiting];
  }

  #find(checking: Checking, siblings: AskedSiblings, id: TaskId, task: Task, readBy: ReadByAgents): Finding {
    checkWithin(checking, task, scopeOfTask(checking.document, siblings, id, task), readBy);
    const { diagnostics, shared, guesses, isBound } = checking;
    return { task, diagnostics, shared, guesses, isBound, asked: siblings.takeAsked() };
  }
}

/**
 * What changed: only the content of tasks (`within`), or also what siblings see of them (`between`), which more than
 * one task's findings may depend on.
 */
function changesOf({ tasks: before, graph }: Checked, after: TaskRecord): 'within' | 'between' {
  if (graphOf(after) !== graph) return 'between';
  const isSeen = (id: TaskId): boolean => {
    const [was, is] = [before[id], after[id]];
    return was !== is && !sameJson(seenOf(was), seenOf(is));
  };
  return graph.ids.some(isSeen) ? 'between' : 'within';
}

/** What siblings see of a task apart from its id and its dependencies. */
const seenOf = (task: Task | undefined) => [
  task === undefined ? undefined : returnedBy(task),
  task?.disabled,
  task?.condition,
  task === undefined ? undefined : resultShape(task),
];

function waitingOf(document: WorkflowDocument, known: readonly string[], siblings: Siblings): readonly Diagnostic[] {
  const checking = new Checking(document, known);
  checkWaiting(checking, siblings);
  return checking.diagnostics;
}

/** The settings that a check of a task may read. */
function checkedSettings(document: WorkflowDocument): DocumentSettings {
  const { name: _name, description: _description, ...settings } = settingsOf(document);
  return settings;
}

/** Collects findings; of problems with a shared cause only the first. */
class ReportedProblems {
  readonly diagnostics: Diagnostic[] = [];
  guesses = 0;
  readonly #shared = new Set<string>();

  constructor(first: Pick<Finding, 'diagnostics' | 'shared' | 'guesses'>) {
    this.add(first);
  }

  add({ diagnostics, shared, guesses }: Pick<Finding, 'diagnostics' | 'shared' | 'guesses'>): void {
    this.guesses += guesses;
    for (const problem of diagnostics) {
      const key = shared.get(problem);
      if (key !== undefined && this.#shared.has(key)) continue;
      if (key !== undefined) this.#shared.add(key);
      this.diagnostics.push(problem);
    }
  }
}

/** Checks a task and every task within it. */
function checkWithin(checking: Checking, task: Task, place: TaskScope, readBy: ReadByAgents): void {
  mapWithin(task, place, (part, at, siblings) => {
    for (const check of taskChecks) check(checking, part, at);
    checkReadByAgent(checking, part, at, readBy);
    if (siblings !== undefined) checkWaiting(checking, siblings);
    return part;
  });
}

import { isSameJson } from '@/base/json';
import type { Diagnostic } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import { type Graph, getGraph } from '../graph/graph';
import { buildResultShape } from '../graph/result-shape';
import type { TaskScope } from '../graph/task-scopes';
import type { TaskId } from '../names';
import { compareTaskRecords, listIds, type TaskRecord } from '../task-record';
import type { Task } from '../tasks';
import { listReturns } from '../tasks/returned';
import type { Asked, AskedSiblings } from './asked-siblings';
import type { ReadByAgents } from './check-agents';
import { checkWaiting } from './check-reach';
import { checkWithin } from './check-within';
import { Checking, maxGuesses } from './checking';

/** The problems found in a part of a document, and what they depend on apart from the part and the settings. */
export interface Finding {
  readonly diagnostics: readonly Diagnostic[];
  readonly shared: Checking['shared'];
  readonly guesses: number;
  readonly isBound: boolean;
}

/** Those found in one of several siblings, with what was asked of the others. */
interface SiblingFinding extends Finding {
  readonly task: Task;
  readonly asked: readonly Asked[];
}

/** The last check of siblings: the findings in each, and what {@link checkWaiting} found among them. */
export interface CheckedSiblings {
  readonly tasks: TaskRecord;
  readonly graph: Graph;
  readonly findings: Map<string, SiblingFinding>;
  /** Those with problems, or with a finding that holds for this document only. */
  readonly notable: Set<string>;
  readonly waiting: readonly Diagnostic[];
}

/** A check of a document under way: what all its parts are checked against, and what was found so far. */
export interface Check {
  readonly document: WorkflowDocument;
  /** Ids of providers named in settings. */
  readonly known: readonly string[];
  readonly readBy: ReadByAgents;
  readonly told: ReportedProblems;
  /** Whether nobody else goes on from the last check, so that its findings can be used on. */
  readonly isAlone: boolean;
}

/** The check of one more part of a document, which may make as many guesses as are left. */
export function createPartCheck({ document, known, told }: Check): Checking {
  return new Checking(document, known, maxGuesses - told.guesses);
}

/** Whether what was found in a part that is the same would be found again. */
export function isFoundAgain({ isBound, guesses }: Finding, { told }: Check): boolean {
  return !isBound && guesses <= maxGuesses - told.guesses;
}

/**
 * Checks siblings with everything in them. A task is checked again only if it changed, or if an answer of its siblings
 * did. `before`: their last check, if everything around them was the same then.
 */
export function checkSiblings(
  check: Check,
  siblings: AskedSiblings,
  before: CheckedSiblings | undefined,
  scopeOf: (id: TaskId, task: Task) => TaskScope,
): CheckedSiblings {
  const { document, readBy, told } = check;
  const { tasks } = siblings;
  const changes = before && classifyChange(before, tasks);
  const known = changes === 'within' ? before : undefined;
  const isUsedOn = check.isAlone && known !== undefined;
  const findings = isUsedOn ? known.findings : new Map(known?.findings);
  const notable = isUsedOn ? known.notable : new Set(known?.notable);
  const changed = known && new Set<string>(compareTaskRecords(known.tasks, tasks).ids);
  for (const id of listIds(tasks)) {
    // What was not found before in a task that is the same is not found now.
    if (changed !== undefined && !changed.has(id) && !notable.has(id)) continue;
    const task = tasks[id] as Task;
    const last = before?.findings.get(id);
    const isKept =
      last?.task === task && isFoundAgain(last, check) && (changes === 'within' || siblings.agrees(last.asked));
    const finding = isKept ? last : findProblems(createPartCheck(check), id, task);
    if (!isKept || known === undefined) findings.set(id, finding);
    if (finding.diagnostics.length > 0 || finding.guesses > 0 || finding.isBound) notable.add(id);
    else notable.delete(id);
    told.add(finding);
  }
  const waiting = known === undefined ? checkWaits() : known.waiting;
  return { tasks, graph: siblings.graph, findings, notable, waiting };

  function findProblems(checking: Checking, id: TaskId, task: Task): SiblingFinding {
    checkWithin(checking, task, scopeOf(id, task), readBy);
    const { diagnostics, shared, guesses, isBound } = checking;
    return { task, diagnostics, shared, guesses, isBound, asked: siblings.takeAsked() };
  }

  function checkWaits(): readonly Diagnostic[] {
    const checking = new Checking(document, check.known);
    checkWaiting(checking, siblings);
    siblings.takeAsked();
    return checking.diagnostics;
  }
}

/**
 * What changed: only the content of tasks (`within`), or also what siblings see of them (`between`), which more than
 * one task's findings may depend on.
 */
function classifyChange({ tasks: before, graph }: CheckedSiblings, after: TaskRecord): 'within' | 'between' {
  if (getGraph(after) !== graph) return 'between';
  const isSeen = (id: TaskId): boolean => {
    const [was, is] = [before[id], after[id]];
    return was !== is && !isSameJson(selectSeenFields(was), selectSeenFields(is));
  };
  return compareTaskRecords(before, after).ids.some(isSeen) ? 'between' : 'within';
}

/** What siblings see of a task apart from its id and its dependencies. */
const selectSeenFields = (task: Task | undefined) => [
  task === undefined ? undefined : listReturns(task),
  task?.disabled,
  task?.condition,
  task?.triggerRule,
  task === undefined ? undefined : buildResultShape(task),
];

/** Collects findings; of problems with a shared cause only the first. */
export class ReportedProblems {
  readonly diagnostics: Diagnostic[] = [];
  guesses = 0;
  readonly #shared = new Set<string>();

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

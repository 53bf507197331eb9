import { hashText, hashValue } from '@/base/hash';
import { decodeJson, encodeJson } from '@/base/json-text';
import { Ancestors } from '@/plan/context/ancestors';
import { chooseContext } from '@/plan/context/choose-context';
import { buildContextBlock } from '@/plan/context/context-block';
import type { ContextChoice, ContextPlan } from '@/plan/context/context-plan';
import { EarlierOutputs, findAgentName } from '@/plan/context/earlier-outputs';
import { relevanceOf } from '@/plan/context/relevance';
import type { PromptPart } from '@/plan/message';
import type { PlannedCleanup, PlannedGraph, PlannedTask } from '@/plan/plan';
import type { EventOf } from '@/run/events';
import { parseIsoTime } from '@/run/iso-time';
import { appendStep, type JournalPath } from '@/run/journal-path';
import { type Environment, findInScope } from '@/workflow/expressions/environment';
import type { Attempt, ContextSource, RunContext, TokenRoom } from '../attempt';
import { warnFollowers } from '../log/tell';
import type { TaskEnd } from '../task-end';
import { dependsOnUse, type Prunable } from './prune-hooks';
import { PrunedLog } from './pruned-log';
import { Pruner, type Use } from './pruner';
import { ScopeOutput } from './scope-output';
import { Waits } from './waits';

/** What a scope needs. */
export interface GraphScopeOptions {
  readonly run: RunContext;
  readonly graph: PlannedGraph;
  /** The journal path below which the tasks' own paths lie. */
  readonly path: JournalPath;
  /** The scopes that enclose it. */
  readonly outer: Environment | undefined;
  readonly cleanup: PlannedCleanup;
}

/**
 * The contexts of the tasks in a graph (language page, section 6): which outputs are candidates, what each attempt gets
 * of them, and which are removed. Each choice is recorded, because it depends on what had ended by then.
 */
export class GraphScope implements Prunable {
  readonly #options: GraphScopeOptions;
  readonly #outputs: EarlierOutputs<ScopeOutput>;
  readonly #pruner: Pruner;
  readonly #pruned: PrunedLog;
  readonly #ends: Waits;
  readonly #due: PlannedCleanup[] = [];
  readonly #followsUse: boolean;
  /** How many tasks that an earlier process ended have not been added yet. */
  #restoring: number;
  /** For each task a hash of itself and of all that it depends on. */
  #ancestry: readonly string[] | undefined;
  /** Agents that more than one task uses. */
  #shared: ReadonlySet<string> | undefined;
  /** Gives each task what it sees of the others. */
  readonly context: ContextSource;

  constructor(options: GraphScopeOptions) {
    const { run, graph, path, cleanup } = options;
    this.#options = options;
    this.#outputs = new EarlierOutputs(graph);
    this.#pruner = new Pruner(this.#outputs, {
      now: () => run.deps.clock.now(),
      onDoubt: ({ id }, why) =>
        warnFollowers(run, appendStep(path, 'task', id), `Its output is kept as a candidate: ${why}`),
    });
    this.#pruned = new PrunedLog(run.log, path);
    this.#followsUse = dependsOnUse(cleanup) || run.pruneHooks.followsUse;
    const { ended } = run.history;
    this.#restoring =
      ended.size === 0 ? 0 : graph.tasks.filter(({ id }) => ended.has(appendStep(path, 'task', id))).length;
    this.#ends = new Waits(this.#restoring === 0);
    this.context = (task, attempt, room) =>
      task.context.mode === 'none' ? Promise.resolve([]) : attempt.once('told', () => this.#tell(task, attempt, room));
    run.pruneHooks.open(this);
  }

  /**
   * Wait for it before a task starts. If the run follows a recording, the outputs that the task got there must be
   * available first, so that it gets them again. Undefined: nothing to wait for.
   */
  ready(task: PlannedTask, signal: AbortSignal): Promise<unknown> | undefined {
    const { run, path } = this.#options;
    run.ending.set(appendStep(path, 'task', task.id), () => this.#ends.ending(task.id));
    if (run.recording === undefined || task.context.mode === 'none') return undefined;
    const before = run.recording
      .choices(appendStep(path, 'task', task.id))
      .filter(({ hash }) => hash === this.#inputHash(task));
    const included = before.flatMap(({ data }) => data.told).filter((id) => this.#mayEndBefore(id, task));
    return Promise.all(included.map((id) => this.#ends.whenEnded(id, signal)));
  }

  /** Whether a task of the scope can end before another one starts: it does not depend on that one. */
  #mayEndBefore(id: string, { index, wave }: PlannedTask): boolean {
    const { graph } = this.#outputs;
    const at = this.#outputs.positionOf(id);
    const other = at === undefined ? undefined : graph.tasks[at];
    if (other === undefined) return false;
    return other.wave <= wave || new Ancestors(graph, other.index).depthOf(index) === 0;
  }

  /** Takes the end of a task, and removes outputs that are not kept any longer. */
  ended(task: PlannedTask, end: TaskEnd): void {
    const { run, path, cleanup } = this.#options;
    run.ending.delete(appendStep(path, 'task', task.id));
    const output = end.status === 'completed' ? ScopeOutput.of(task, end) : undefined;
    if (output !== undefined) this.#outputs.add(output);
    if (this.#followsUse) this.#touchNamed(task);
    this.#pruner.ended(task, output);
    if (output !== undefined && run.history.pruned.get(path)?.has(task.id)) this.#pruner.drop(output);
    if (this.#restoring > 0 && run.history.ended.has(appendStep(path, 'task', task.id))) this.#restoring -= 1;
    this.#ends.ended(task.id, this.#restoring === 0);
    if (this.#restoring > 0) return;
    this.#pruned.add(this.#pruner.prune(cleanup, true), 'limit', cleanup.type, this.#outputs.size);
    // The relevance for the remaining tasks changes. Judged later, another output might be removed.
    if (cleanup.type === 'highest_relevance') this.#pruned.flush();
    this.#pruneDue();
  }

  get path(): JournalPath {
    return this.#options.path;
  }

  pruneBy(cleanup: PlannedCleanup, isNext: boolean): void {
    this.#due.push(cleanup);
    if (!isNext) this.#pruneDue();
  }

  /** Call it when nothing of the graph runs any more. */
  close(): void {
    this.#options.run.pruneHooks.close(this);
    this.#pruneDue();
    this.#pruned.flush();
  }

  #pruneDue(): void {
    if (this.#due.length === 0 || this.#restoring > 0) return;
    for (const cleanup of this.#due.splice(0)) {
      this.#pruned.add(this.#pruner.prune(cleanup, false), 'hook', cleanup.type, this.#outputs.size);
    }
    this.#pruned.flush();
    // A run that cannot write learns of it at its end.
    this.#options.run.log.flush().catch(() => {});
  }

  /**
   * Marks the outputs that a task names as used until the task ended, and those in its recorded contexts as used at the
   * time of each.
   */
  #touchNamed({ id, reads }: PlannedTask): void {
    const { run, path } = this.#options;
    const own = appendStep(path, 'task', id);
    const ended = this.#use(run.history.ended.get(own));
    for (const index of reads) {
      const output = this.#outputs.at(index);
      if (output !== undefined) this.#pruner.used(output, ended);
    }
    for (const planned of run.history.choices.get(own) ?? []) this.#touch(planned.data.told, this.#use(planned));
  }

  #touch(ids: readonly string[], use: Use): void {
    for (const id of ids) {
      const output = this.#outputs.named(id);
      if (output !== undefined) this.#pruner.used(output, use);
    }
  }

  /** The use at a recorded event; undefined: now. */
  #use(event: Pick<EventOf<'context.planned'>, 'seq' | 't'> | undefined): Use {
    const { log, deps } = this.#options.run;
    if (event === undefined) return { order: this.#order(log.lastSeq), at: deps.clock.now() };
    return { order: this.#order(event.seq), at: parseIsoTime(event.t) };
  }

  /** The position of an event of this run among the ends of tasks (see `findTaskOrder`). */
  #order(seq: number): number {
    return (this.#options.run.recording?.lastSeq ?? 0) + seq;
  }

  async #tell(task: PlannedTask, attempt: Attempt, room: TokenRoom | undefined): Promise<readonly PromptPart[]> {
    const { run } = attempt;
    await this.#ends.whenSettled(attempt.signal);
    this.#pruneDue();
    const [first, second] = [1, 2].map((n) => appendStep(attempt.root, 'context', n)) as [JournalPath, JournalPath];
    const isRecorded = run.history.steps.has(first);
    if (!isRecorded && (!this.#canBeTold(task) || this.#wasToldNothing(task))) return [];

    let plan = await this.#choose(task, first, room, attempt);
    // The recording chose outputs that this run does not have, or has with another size. So it chooses again.
    // What is held is told what it was told, as far as this run has it.
    const isHeld = run.recording?.isHeld?.(first) === true;
    if (run.history.steps.has(second) || (!isRecorded && !isHeld && !this.#isSound(plan))) {
      plan = await this.#choose(task, second, room, attempt);
    }
    const included = plan.choices.filter(isIncluded).map(({ id }) => id);
    if (this.#followsUse) this.#touch(included, this.#use(undefined));
    return buildContextBlock(plan, (id) => this.#find(id)?.text ?? '');
  }

  async #choose(
    task: PlannedTask,
    key: JournalPath,
    room: TokenRoom | undefined,
    { run }: Attempt,
  ): Promise<ContextPlan> {
    const step = { kind: 'context.planned', key, inputHash: this.#inputHash(task) } as const;
    const { text } = await run.journal.step(step, async () => {
      this.#pruned.flush();
      const findOuterId = (id: string) => this.#outer(id);
      const plan = chooseContext(task, this.#outputs, { now: run.deps.clock.now(), room, outer: findOuterId });
      const included = plan.choices.filter(isIncluded);
      const relevance = included.reduce((sum, choice) => sum + choice.relevance, 0) / Math.max(1, included.length);
      const { tasks, bytes } = plan;
      const data = { tasks, bytes, candidates: this.#outputs.size, told: included.map(({ id }) => id), relevance };
      return { text: encodeJson(plan), data };
    });
    return decodeJson(text) as ContextPlan;
  }

  /**
   * What a choice depends on besides the ended tasks. If the tasks that a task depends on are arranged differently in a
   * later version of a workflow, it chooses again.
   */
  #inputHash({ index, context }: PlannedTask): string {
    this.#ancestry ??= hashAncestry(this.#outputs.graph);
    return hashValue([this.#ancestry[index] ?? '', context]);
  }

  /**
   * Whether the recorded run ran the task before others were added of which it might now be told: it depends on none of
   * them.
   */
  #wasToldNothing({ id, needs, context }: PlannedTask): boolean {
    const { run, path } = this.#options;
    const own = appendStep(path, 'task', id);
    if (needs.length > 0 || context.includeTasks.length > 0) return false;
    return run.recording?.completed(own) !== undefined && run.recording.choices(own).length === 0;
  }

  /** Whether the rules can give the task anything at all. If not, nothing is recorded for it. */
  #canBeTold(task: PlannedTask): boolean {
    const { mode, includeTasks, minRelevance } = task.context;
    if (includeTasks.length > 0) return true;
    if (mode === 'manual') return false;
    const { tasks } = this.#outputs.graph;
    if (task.needs.length > 0 || (tasks.length > 1 && minRelevance <= relevanceOf.recent)) return true;
    const agent = findAgentName(task);
    if (agent === undefined || minRelevance > relevanceOf.agent) return false;
    this.#shared ??= findSharedAgents(tasks);
    return this.#shared.has(agent);
  }

  #isSound({ choices }: ContextPlan): boolean {
    return choices.filter(isIncluded).every(({ id, bytes }) => this.#find(id)?.bytes === bytes);
  }

  #find(id: string): ScopeOutput | undefined {
    return this.#outputs.named(id) ?? this.#outer(id);
  }

  /** An output of an enclosing scope, which `include_tasks` may list. */
  #outer(id: string): ScopeOutput | undefined {
    const binding = findInScope(this.#options.outer, id);
    if (binding?.kind !== 'result') return undefined;
    return ScopeOutput.outer(id, binding.result);
  }
}

function isIncluded({ verdict }: ContextChoice): boolean {
  return verdict !== 'out';
}

/** For each task a hash of its id and agent, and of those of all tasks that it depends on. */
function hashAncestry({ tasks }: PlannedGraph): readonly string[] {
  const hashes: string[] = [];
  const inOrder = tasks.toSorted((one, other) => one.wave - other.wave);
  for (const task of inOrder) {
    const above = task.needs.map((need) => hashes[need] ?? '');
    hashes[task.index] = hashText(encodeJson([task.id, findAgentName(task) ?? null, above]));
  }
  return hashes;
}

function findSharedAgents(tasks: readonly PlannedTask[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const agent of tasks.map(findAgentName)) {
    if (agent !== undefined && seen.has(agent)) shared.add(agent);
    if (agent !== undefined) seen.add(agent);
  }
  return shared;
}

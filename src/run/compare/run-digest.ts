import { defined } from '@/base/defined';
import { computeShortHash } from '@/base/hash';
import { countEventCalls } from '../calls-of-event';
import type { RunEvent } from '../events';
import { findInstance, getTaskPath, type JournalPath } from '../journal-path';
import type { ForkedFrom, RunStatus, TaskRun } from '../run-state';
import { findShownStatus, type ShownStatus } from '../shown-status';
import { addSpent, computeSpent, nothingSpent, type Spent } from './spent';

/** What a comparison needs of one execution of a task. Texts are not in it: the events that have them are named. */
export interface InstanceDigest {
  readonly status: ShownStatus;
  /** How many rounds it had, if it is a loop or a director. */
  readonly rounds: number;
  /** Calls that it made itself, and calls of an earlier run whose results it took over. */
  readonly own: Spent;
  readonly taken: Spent;
  /** How long it took; left out: not known. */
  readonly durationMs?: number;
  /**
   * Hash of all that it asked for, with the settings that are part of a request: prompts, its script, the arguments of
   * its tool. Left out: nothing.
   */
  readonly promptHash?: string;
  /** Hash of its output, or of what it failed with; left out: it has neither. */
  readonly outputHash?: string;
  /**
   * Numbers of the events that have its last prompt or script, and its output. Left out: there is none, or an earlier
   * run made the call.
   */
  readonly promptSeq?: number;
  readonly outputSeq?: number;
}

/** What a comparison needs of a run. */
export interface RunDigest {
  readonly status: RunStatus;
  readonly workflowId: string;
  readonly planHash: string;
  readonly durationMs?: number;
  readonly forkedFrom?: ForkedFrom;
  /** Calls that it made itself, and calls of an earlier run whose results it took over: that run paid for them. */
  readonly own: Spent;
  readonly taken: Spent;
  /** In the order of their start. */
  readonly instances: ReadonlyMap<JournalPath, InstanceDigest>;
  /** Type and label of each task when it first started, by task path. */
  readonly named: ReadonlyMap<string, { readonly type: string; readonly label?: string }>;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Collects a {@link RunDigest} from the events of a run, in order, in one pass. */
export class RunDigestDraft {
  readonly #run: Writable<RunDigest> = {
    status: 'running',
    workflowId: '',
    planHash: '',
    own: nothingSpent,
    taken: nothingSpent,
    instances: new Map(),
    named: new Map(),
  };
  readonly #instances = new Map<JournalPath, Writable<InstanceDigest>>();
  readonly #unanswered = new Map<Writable<InstanceDigest>, string>();
  readonly #named = new Map<string, { readonly type: string; readonly label?: string }>();

  add(events: readonly RunEvent[]): void {
    for (const event of events) {
      this.#addCalls(event);
      this.#apply(event);
    }
  }

  close(): RunDigest {
    for (const [instance, ref] of this.#unanswered) instance.promptHash = ref;
    return { ...this.#run, instances: this.#instances, named: this.#named };
  }

  #apply(event: RunEvent): void {
    const run = this.#run;
    switch (event.kind) {
      case 'run.started':
        run.workflowId = event.data.workflowId;
        run.planHash = event.data.planHash;
        if (event.data.forkedFrom !== undefined) run.forkedFrom = event.data.forkedFrom;
        return;
      case 'run.paused':
        run.status = 'waiting';
        return;
      case 'run.resumed':
        run.status = 'running';
        return;
      case 'run.completed':
      case 'run.failed':
        run.status = event.kind === 'run.completed' ? 'completed' : 'failed';
        run.durationMs = event.data.durationMs;
        return;
      case 'run.cancelled':
        run.status = 'cancelled';
        return;
      case 'task.started': {
        this.#instance(event.path).status = 'running';
        const { label, data, path } = event;
        const taskPath = getTaskPath(path);
        if (!this.#named.has(taskPath))
          this.#named.set(taskPath, { type: data.type, ...defined({ label: label || undefined }) });
        return;
      }
      case 'task.completed':
      case 'task.failed':
        this.#end(event, event.kind === 'task.completed' ? 'ok' : 'failed').durationMs = event.data.durationMs;
        return;
      case 'task.skipped':
      case 'task.cancelled':
        this.#end(event, event.kind === 'task.skipped' ? 'skipped' : 'cancelled');
        return;
      case 'model.requested':
        this.#request(event);
        return;
      case 'model.replied':
        this.#ask(event.path, event.hash);
        return;
      case 'script.exited':
        this.#ask(event.path, event.hash, event.seq);
        return;
      case 'tool.called':
        // What a model asks of tools is in its next prompt.
        if (this.#around(event.path)?.promptHash === undefined) this.#ask(event.path, event.hash, event.seq);
        return;
      case 'iteration.logged': {
        const { of } = event.data;
        const around = this.#around(event.path);
        if (around !== undefined && (of === 'loop' || of === 'director_evaluator')) around.rounds += 1;
        return;
      }
      default:
        return;
    }
  }

  #addCalls(event: RunEvent): void {
    const calls = countEventCalls(event);
    if (calls === undefined) return;
    const side = calls.isTaken ? 'taken' : 'own';
    const spent = computeSpent(calls);
    this.#run[side] = addSpent(this.#run[side], spent);
    const around = this.#around(event.path);
    if (around !== undefined) around[side] = addSpent(around[side], spent);
  }

  /** A request has no hash of its inputs; that of its prompt stands in for it while no reply has come. */
  #request({ path, seq, ref }: RunEvent): void {
    const around = this.#around(path);
    if (around === undefined) return;
    around.promptSeq = seq;
    if (around.promptHash === undefined && ref !== undefined) this.#unanswered.set(around, ref);
  }

  /** The same call twice, as the samples of a vote are, counts once. */
  #ask(path: JournalPath, hash: string | undefined, seq?: number): void {
    const around = this.#around(path);
    if (around === undefined) return;
    if (seq !== undefined) around.promptSeq = seq;
    this.#unanswered.delete(around);
    const before = around.promptHash;
    if (hash === undefined || before === hash || before?.endsWith(`+${hash}`)) return;
    around.promptHash = before === undefined ? hash : `${computeShortHash(before)}+${hash}`;
  }

  #end(event: RunEvent, status: TaskRun['status']): Writable<InstanceDigest> {
    const instance = this.#instance(event.path);
    instance.status = findShownStatus({ ...event, status });
    if (event.result !== undefined || event.error !== undefined) {
      instance.outputSeq = event.seq;
      instance.outputHash =
        event.result === undefined ? computeShortHash(event.error?.message ?? '') : hashOfResult(event);
    }
    return instance;
  }

  /** The instance that something within it belongs to; undefined: it belongs to the run itself. */
  #around(path: JournalPath): Writable<InstanceDigest> | undefined {
    const instance = findInstance(path);
    return instance === undefined ? undefined : this.#instance(instance);
  }

  #instance(path: JournalPath): Writable<InstanceDigest> {
    const known = this.#instances.get(path);
    if (known !== undefined) return known;
    const made = { status: 'running' as const, rounds: 0, own: nothingSpent, taken: nothingSpent };
    this.#instances.set(path, made);
    return made;
  }
}

/** A short text has no payload of its own, so it is hashed here; its length makes the short hash certain enough. */
function hashOfResult({ ref, result = '', full_result_len }: RunEvent): string {
  return ref ?? `${full_result_len ?? result.length} ${computeShortHash(result)}`;
}

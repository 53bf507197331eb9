import type { TaskPath } from '@/workflow/task-path';
import type { Capture, Payload } from './event-data';
import type { EventOf, RunEvent } from './events';
import { getNearestTaskPath, type JournalPath } from './journal-path';
import { PathLists } from './lists-by-task';
import { readResult } from './result-payload';

/** The earlier outputs in the prompt of an attempt. `plan`: JSON of a `ContextPlan`. */
export interface ContextRecord {
  /** Of the attempt. */
  readonly path: JournalPath;
  readonly plan: Payload;
  /** Ids of the tasks whose outputs are in it; left out: not known, because the record is older than this field. */
  readonly told?: readonly string[];
}

/** An output that was shortened, or whose full text is stored as a file. */
export interface OutputRecord {
  /** Path of the task that made the output, or of the round of its loop. */
  readonly path: JournalPath;
  readonly capture: Capture;
  /** The part of it that templates and context see. */
  readonly view: Payload;
  readonly endedAt: string;
}

/** Messages that were replaced by one. */
export interface CompactionRecord extends Omit<EventOf<'compaction.done'>['data'], 'before'> {
  readonly path: JournalPath;
  readonly at: string;
  /** JSON of the messages that were replaced. */
  readonly before: Payload;
  /** The message that replaces them. */
  readonly after: Payload;
  /** Whether a person put the originals back. */
  readonly restored: boolean;
}

/** Figures about outputs and contexts of a run (ContextMetrics of seed 000). Sizes are in bytes. */
export interface ContextMetrics {
  /** Stored size of all task outputs. */
  readonly totalBytes: number;
  readonly taskCount: number;
  readonly truncatedCount: number;
  /** Outputs stored as files. */
  readonly externalCount: number;
  /** Mean relevance of the outputs in prompts, 0 to 1; null: no prompt had any. */
  readonly avgRelevance: number | null;
  /** ISO 8601; left out: nothing was pruned. */
  readonly lastPrunedAt?: string;
  readonly prunedCount: number;
  readonly compactions: number;
}

/** The contexts of a run: a part of the run's state, folded from events like the rest. */
export interface ContextState {
  readonly plans: ReadonlyMap<TaskPath, readonly ContextRecord[]>;
  readonly outputs: ReadonlyMap<TaskPath, readonly OutputRecord[]>;
  /** Compactions of histories have the task path ''. */
  readonly compactions: ReadonlyMap<TaskPath, readonly CompactionRecord[]>;
  readonly metrics: ContextMetrics;
  /** How many outputs `avgRelevance` is the mean of. */
  readonly told: number;
}

/** Before the first event. */
export const noContext: ContextState = {
  plans: new Map(),
  outputs: new Map(),
  compactions: new Map(),
  metrics: {
    totalBytes: 0,
    taskCount: 0,
    truncatedCount: 0,
    externalCount: 0,
    avgRelevance: null,
    prunedCount: 0,
    compactions: 0,
  },
  told: 0,
};

type ContextEvent = EventOf<
  | 'context.planned'
  | 'script.exited'
  | 'task.completed'
  | 'output.truncated'
  | 'output.stored'
  | 'outputs.pruned'
  | 'compaction.done'
  | 'compaction.restored'
>;

/** A {@link ContextState} that a batch of events is folded into: lists are copied at the first write. */
export class ContextDraft {
  readonly #plans: PathLists<ContextRecord>;
  readonly #outputs: PathLists<OutputRecord>;
  readonly #compactions: PathLists<CompactionRecord>;
  readonly #before: ContextMetrics;
  /** A copy, made at the first write. */
  #own: { -readonly [K in keyof ContextMetrics]: ContextMetrics[K] } | undefined;
  #told: number;

  constructor({ plans, outputs, compactions, metrics, told }: ContextState) {
    this.#plans = new PathLists(plans);
    this.#outputs = new PathLists(outputs);
    this.#compactions = new PathLists(compactions);
    this.#before = metrics;
    this.#told = told;
  }

  apply(event: ContextEvent): void {
    const { path, t } = event;
    switch (event.kind) {
      case 'context.planned':
        this.#plans.add(getNearestTaskPath(path), { path, plan: readResult(event), told: event.data.told });
        this.#addTold(event.data);
        return;
      case 'script.exited':
        // Each round of a loop has one of these events; the task's output is that of the last round.
        this.#addOutput(findRoundPath(path), event);
        return;
      case 'task.completed':
        this.#metrics.taskCount += 1;
        this.#addOutput(path, event);
        return;
      case 'output.truncated':
        this.#metrics.truncatedCount += 1;
        return;
      case 'output.stored':
        this.#metrics.externalCount += 1;
        return;
      case 'outputs.pruned':
        this.#metrics.prunedCount += event.data.pruned.length;
        this.#metrics.lastPrunedAt = t;
        return;
      case 'compaction.done':
        this.#compactions.add(getNearestTaskPath(path), {
          ...event.data,
          path,
          at: t,
          after: readResult(event),
          restored: false,
        });
        this.#metrics.compactions += 1;
        return;
      case 'compaction.restored':
        this.#restore(event.data.tasks);
    }
  }

  get #metrics() {
    this.#own ??= { ...this.#before };
    return this.#own;
  }

  close(): ContextState {
    return {
      plans: this.#plans.close(),
      outputs: this.#outputs.close(),
      compactions: this.#compactions.close(),
      metrics: this.#own ?? this.#before,
      told: this.#told,
    };
  }

  #addOutput(path: JournalPath, event: EventOf<'script.exited' | 'task.completed'>): void {
    const { capture } = event.data;
    if (capture === undefined) {
      if (event.kind === 'task.completed') this.#metrics.totalBytes += event.data.bytes ?? readResult(event).length;
      return;
    }
    const taskPath = getNearestTaskPath(path);
    const last = this.#outputs.of(taskPath).at(-1);
    const isKnown = last?.capture.stored?.ref === capture.stored?.ref && last?.path.startsWith(path);
    if (isKnown && event.kind === 'task.completed') return;
    this.#metrics.totalBytes += capture.stored?.bytes ?? capture.bytes;
    this.#outputs.add(taskPath, { path, capture, view: readResult(event), endedAt: event.t });
  }

  #addTold({ tasks, relevance }: EventOf<'context.planned'>['data']): void {
    if (tasks === 0) return;
    const sum = (this.#metrics.avgRelevance ?? 0) * this.#told + relevance * tasks;
    this.#told += tasks;
    this.#metrics.avgRelevance = sum / this.#told;
  }

  #restore(tasks: readonly string[]): void {
    for (const record of this.#compactions.of('')) {
      if (record.tasks.some((task) => tasks.includes(task))) this.#compactions.add('', { ...record, restored: true });
    }
  }
}

/** Path of the loop's round in which a script ran; outside a loop, path of the task. */
function findRoundPath(path: JournalPath): JournalPath {
  return path.replace(/(\/attempt\/\d+)?\/script\/\d+$/, '');
}

/** Whether an event changes the {@link ContextState}. */
export function isContextEvent(event: RunEvent): event is ContextEvent {
  return kinds.has(event.kind);
}

const kinds: ReadonlySet<RunEvent['kind']> = new Set<ContextEvent['kind']>([
  'context.planned',
  'script.exited',
  'task.completed',
  'output.truncated',
  'output.stored',
  'outputs.pruned',
  'compaction.done',
  'compaction.restored',
]);

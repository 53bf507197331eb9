import type { Failure } from '@/base/errors';
import type { Json, JsonObject } from '@/base/json';
import type { PlannedGraph, PlannedTask } from '@/plan/plan';
import type { Usage } from '@/run/event-data';
import {
  type Binding,
  type Environment,
  olderResourceNames,
  type ResultError,
  type ResultRecord,
} from '@/workflow/expressions/environment';
import type { Frame } from '../attempt';
import type { TaskEnd } from '../task-end';

const skipped: ResultRecord = {
  content: '',
  output: null,
  status: 'SKIPPED',
  error: null,
  criteria: null,
  notes: {},
  usage: formatUsage({ inputTokens: 0, outputTokens: 0, cachedTokens: 0, costUsd: 0, estimated: false }),
  metrics: null,
  attempts: 0,
  duration_ms: 0,
};

/**
 * What the tasks of one graph leave for each other. It grows as the run continues. But a task reads only the results of
 * its dependencies, which ended before it started. So what it finds does not depend on which task was faster.
 */
export class Results {
  readonly #bindings = new Map<string, Binding>();
  readonly #returnedBy = new Map<string, PlannedTask>();
  readonly #records: Record<string, Json> = {};
  /** The result of a task's only dependency. */
  readonly previous: Frame['previous'];
  /** The scope in which the tasks run. */
  readonly environment: Environment;

  constructor(graph: PlannedGraph, outer: Environment) {
    this.environment = { kind: 'tasks', bindings: this.#bindings, records: this.#records, outer };
    this.previous = ({ needs: [only, ...others] }) => {
      const id = only === undefined || others.length > 0 ? '' : (graph.tasks[only]?.id ?? '');
      const binding = this.#bindings.get(id);
      return binding?.kind === 'result' ? binding.result : undefined;
    };
  }

  /** Adds the end of a task. Nothing of a cancelled task can be read. */
  add(task: PlannedTask, end: TaskEnd): void {
    if (end.status === 'completed') this.#complete(task, end.record, end.returns);
    else if (end.status === 'failed') this.#addWithoutReturns(task, end.record);
    else if (end.status === 'skipped') this.#addWithoutReturns(task, skipped);
  }

  #addRecord(task: PlannedTask, record: ResultRecord): void {
    this.#bindings.set(task.id, { kind: 'result', result: record });
    this.#records[task.id] = record.whole === undefined ? record : dropWhole(record);
  }

  #complete(task: PlannedTask, record: ResultRecord, returns: JsonObject): void {
    this.#addRecord(task, record);
    for (const [name, value] of Object.entries(returns)) {
      if (isLater(this.#returnedBy.get(name), task)) continue;
      this.#bindings.set(name, { kind: 'value', value });
      this.#returnedBy.set(name, task);
    }
  }

  /**
   * A task that was skipped, or that failed, which only tasks with a trigger rule can read. The names that it would
   * have returned become null, unless another task returns them.
   */
  #addWithoutReturns(task: PlannedTask, record: ResultRecord): void {
    this.#addRecord(task, record);
    for (const name of Object.keys(task.returns)) {
      if (!this.#bindings.has(name)) this.#bindings.set(name, { kind: 'value', value: null });
    }
  }
}

/** A record as expressions see it. The language has no name for the stored whole. */
function dropWhole({ whole: _whole, ...record }: ResultRecord): ResultRecord {
  return record;
}

/**
 * Usage under the names of the language. Every name is always there, so an expression can use it whatever the model.
 */
export function formatUsage(usage: Usage | null): JsonObject | null {
  if (usage === null) return null;
  const { inputTokens, outputTokens, reasoningTokens = 0, cachedTokens, costUsd } = usage;
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    reasoning_tokens: reasoningTokens,
    cached_tokens: cachedTokens,
    cost_usd: costUsd,
  };
}

/** A failure under the names of the language. */
export function formatFailureRecord({ code, message, retryable, details }: Failure): ResultError {
  const { resource, used, limit } = details ?? {};
  const figure = (value: Json | undefined) => (typeof value === 'number' ? value : null);
  return {
    code,
    resource: typeof resource === 'string' ? (olderResourceNames.get(resource) ?? resource) : null,
    used: figure(used),
    limit: figure(limit),
    message,
    retryable,
  };
}

/**
 * Whether the first of two tasks that return the same name wins: the one of the later wave, then the later one in the
 * author's order.
 */
function isLater(one: PlannedTask | undefined, other: PlannedTask): boolean {
  return one !== undefined && (one.wave > other.wave || (one.wave === other.wave && one.index > other.index));
}

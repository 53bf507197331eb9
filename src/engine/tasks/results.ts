import type { Json, JsonObject } from '@/base/json';
import type { PlannedGraph, PlannedTask } from '@/plan/plan';
import type { Usage } from '@/run/event-data';
import type { Binding, Environment, ResultRecord } from '@/workflow/expressions/environment';
import type { Frame } from '../attempt';
import type { TaskEnd } from '../task-end';

const skipped: ResultRecord = {
  content: '',
  output: null,
  status: 'SKIPPED',
  notes: {},
  usage: null,
  attempts: 0,
  duration_ms: 0,
};

/**
 * What tasks that stand beside one another left for each other. It grows as the run goes on, but a task reads only what
 * it depends on, which had ended before it started; so what it finds does not hang on who was faster.
 */
export class Results {
  readonly #bindings = new Map<string, Binding>();
  readonly #returnedBy = new Map<string, PlannedTask>();
  readonly #records: Record<string, Json> = {};
  /** The result of the only task that one depends on. */
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

  /** Takes in how a task ended. What a failed or cancelled one left is nobody's to read. */
  add(task: PlannedTask, end: TaskEnd): void {
    if (end.status === 'completed') this.#complete(task, end.record, end.returns);
    else if (end.status === 'skipped') this.#skip(task);
  }

  #complete(task: PlannedTask, record: ResultRecord, returns: JsonObject): void {
    this.#bindings.set(task.id, { kind: 'result', result: record });
    this.#records[task.id] = record.whole === undefined ? record : withoutWhole(record);
    for (const [name, value] of Object.entries(returns)) {
      if (isLater(this.#returnedBy.get(name), task)) continue;
      this.#bindings.set(name, { kind: 'value', value });
      this.#returnedBy.set(name, task);
    }
  }

  /** What the task would have returned is null, unless another one returns it. */
  #skip({ id, returns }: PlannedTask): void {
    this.#bindings.set(id, { kind: 'result', result: skipped });
    this.#records[id] = null;
    for (const name of Object.keys(returns)) {
      if (!this.#bindings.has(name)) this.#bindings.set(name, { kind: 'value', value: null });
    }
  }
}

/** A record as expressions see it: where the whole is kept is none of the names of the language. */
function withoutWhole({ whole: _whole, ...record }: ResultRecord): ResultRecord {
  return record;
}

/**
 * Usage under the names of the language. Every name is always there, so that an expression can ask for it whatever the
 * model.
 */
export function writtenUsage(usage: Usage | null): JsonObject | null {
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

/**
 * Whether of two tasks that return a name the first one's value holds: that of the later wave, then of the author's
 * order.
 */
function isLater(one: PlannedTask | undefined, other: PlannedTask): boolean {
  return one !== undefined && (one.wave > other.wave || (one.wave === other.wave && one.index > other.index));
}

import type { Json, JsonObject } from '@/base/json';
import type { Plan, PlannedTask } from '@/plan/plan';
import { globalEnvironment } from '@/plan/task-environment';
import type { EventOf, Usage } from '@/run/events';
import type { Binding, Environment, ResultRecord } from '@/workflow/expressions/environment';
import { parseOutput } from './handler/parse-output';

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
 * What the tasks that have ended left for others. It grows as the run goes on, but a task reads only what it depends on,
 * which had ended before it started; so what it finds does not hang on who was faster.
 */
export class Results {
  readonly #bindings = new Map<string, Binding>();
  readonly #order = new Map<string, number>();
  readonly #returnedBy = new Map<string, PlannedTask>();
  readonly #plan: Plan;
  /** `tasks` of expressions: result records by id, null for a skipped one. */
  readonly tasks: Record<string, Json> = {};
  readonly environment: Environment;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.environment = globalEnvironment(plan.variables, this.#bindings);
  }

  /** `data` is what the log says, or will say, of the task: a task that ended before a reload leaves the same as one after it. */
  complete(task: PlannedTask, content: string, data: EventOf<'task.completed'>['data']): void {
    const { id, outputSchema } = task;
    const { status, notes = {}, returns = {}, usage, attempts, durationMs } = data;
    const output = parseOutput(content, outputSchema);
    const result = {
      content,
      output,
      status,
      notes,
      usage: usage && written(usage),
      attempts,
      duration_ms: durationMs,
    };
    this.#bindings.set(id, { kind: 'result', result });
    this.tasks[id] = result;
    this.#order.set(id, this.#order.size);
    for (const [name, value] of Object.entries(returns)) {
      if (isLater(this.#returnedBy.get(name), task)) continue;
      this.#bindings.set(name, { kind: 'value', value });
      this.#returnedBy.set(name, task);
    }
  }

  /** What the task would have returned is null, unless another one returns it. */
  skip({ id, returns }: PlannedTask): void {
    this.#bindings.set(id, { kind: 'result', result: skipped });
    this.tasks[id] = null;
    for (const name of Object.keys(returns)) {
      if (!this.#bindings.has(name)) this.#bindings.set(name, { kind: 'value', value: null });
    }
  }

  /** Ids of a task's completed direct dependencies, the last completed first. */
  newestFirst(task: PlannedTask): string[] {
    const order = (id: string) => this.#order.get(id) ?? -1;
    const ids = task.needs.map((index) => this.#plan.tasks[index]?.id ?? '');
    return ids.filter((id) => order(id) >= 0).sort((a, b) => order(b) - order(a));
  }
}

/** Usage under the names of the language. */
function written({ inputTokens, outputTokens, cachedTokens, costUsd }: Usage): JsonObject {
  return { input_tokens: inputTokens, output_tokens: outputTokens, cached_tokens: cachedTokens, cost_usd: costUsd };
}

/** Whether of two tasks that return a name the first one's value holds: that of the later wave, then of the author's order. */
function isLater(one: PlannedTask | undefined, other: PlannedTask): boolean {
  return one !== undefined && (one.wave > other.wave || (one.wave === other.wave && one.index > other.index));
}

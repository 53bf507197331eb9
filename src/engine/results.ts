import type { Json } from '@/base/json';
import type { Plan, PlannedTask } from '@/plan/plan';
import { globalEnvironment } from '@/plan/task-environment';
import type { Binding, Environment, ResultRecord } from '@/workflow/expressions/environment';

const skipped: ResultRecord = { content: '', output: null, status: 'SKIPPED', notes: {} };

/**
 * What the tasks that have ended left for others. It grows as the run goes on, but a task reads only what it depends on,
 * which had ended before it started; so what it finds does not hang on who was faster.
 */
export class Results {
  readonly #bindings = new Map<string, Binding>();
  readonly #order = new Map<string, number>();
  readonly #plan: Plan;
  /** `tasks` of expressions: result records by id, null for a skipped one. */
  readonly tasks: Record<string, Json> = {};
  readonly environment: Environment;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.environment = globalEnvironment(plan.variables, this.#bindings);
  }

  complete(id: string, result: ResultRecord, returns: Readonly<Record<string, Json>>): void {
    const { content, output, status } = result;
    this.#bindings.set(id, { kind: 'result', result });
    this.tasks[id] = { content, output, status };
    this.#order.set(id, this.#order.size);
    for (const [name, value] of Object.entries(returns)) this.#bindings.set(name, { kind: 'value', value });
  }

  skip(id: string): void {
    this.#bindings.set(id, { kind: 'result', result: skipped });
    this.tasks[id] = null;
  }

  /** Ids of a task's completed direct dependencies, the last completed first. */
  newestFirst(task: PlannedTask): string[] {
    const order = (id: string) => this.#order.get(id) ?? -1;
    const ids = task.needs.map((index) => this.#plan.tasks[index]?.id ?? '');
    return ids.filter((id) => order(id) >= 0).sort((a, b) => order(b) - order(a));
  }
}

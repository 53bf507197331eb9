import { buildPartPath } from '@/workflow/task-path';
import { Ancestors } from '../context/ancestors';
import type { PromptPart } from '../message';
import type { PlannedAtomic, PlannedTask } from '../plan';

/** Tokens of the tags around what one task left in a history. */
export const historyTags = 30;

/** Most tasks that the placeholder of a history names: the nearest. */
const mostNamed = 100;

/** The history that the agent of a task may be sent, with a placeholder for the messages. */
export function buildHistoryPart(task: PlannedAtomic, siblings: readonly PlannedTask[]): readonly PromptPart[] {
  if (task.contextTransfer === 'minimal') return [];
  const ancestors = new Ancestors({ tasks: siblings }, task.index);
  const nearest: number[] = [];
  for (let depth = 1, level = ancestors.level(1); level.length > 0; level = ancestors.level(++depth)) {
    nearest.push(...level);
    if (nearest.length > mostNamed) break;
  }
  if (nearest.length === 0) return [];
  const named = nearest.slice(0, mostNamed).sort((a, b) => a - b);
  const from = named.flatMap((position) => siblings[position]?.id ?? []);
  const more = nearest.length > mostNamed ? ' and in tasks before them' : '';
  return [{ kind: 'history', text: `‹what was said in ${from.join(', ')}${more}›`, from }];
}

/** Where a task is: in its container, among siblings that may be before it. */
interface Place {
  readonly container: string | undefined;
  readonly siblings: readonly PlannedTask[];
}

/** What one of several siblings leaves in a history, and what the tasks leave that it depends on. */
interface Left {
  own: number;
  before: number;
}

/** The most tokens that tasks leave in the history of a run. */
export class ForeseenHistories {
  readonly #isKept: boolean;
  /** By task path, with all tasks in it. */
  readonly #left = new Map<string, number>();
  /** Of siblings, by position. The key is the task path of their container. */
  readonly #bySiblings = new Map<string | undefined, Left[]>();

  /** `isKept`: whether any agent is sent a history; otherwise there is none. */
  constructor(isKept: boolean) {
    this.#isKept = isKept;
  }

  /** What the tasks leave that a task depends on, directly or not. They have to be added before. */
  before({ index, needs }: PlannedTask, { container, siblings }: Place): number {
    const left = this.#isKept && siblings.length > 0 ? this.#bySiblings.get(container) : undefined;
    if (left === undefined) return 0;
    // A long chain is not searched anew for each of its tasks.
    const [only] = needs.length === 1 ? needs : [];
    const last = only === undefined ? undefined : left[only];
    if (last !== undefined) return last.before + last.own;
    const positions = new Ancestors({ tasks: siblings }, index).all();
    return positions.reduce((sum, position) => sum + (left[position]?.own ?? 0), 0);
  }

  /** Adds a task after the tasks in it, whose paths are `held`. `said`: in the task itself, in all its runs. */
  add(task: PlannedTask, place: Place, held: readonly string[], said: () => number): void {
    if (!this.#isKept) return;
    const { container, siblings } = place;
    const own = held.reduce((sum, path) => sum + (this.#left.get(path) ?? 0), said());
    this.#left.set(container === undefined ? task.id : buildPartPath(container, task.id), own);
    if (siblings.length === 0) return;
    const left = this.#bySiblings.get(container) ?? [];
    left[task.index] = { own, before: this.before(task, place) };
    this.#bySiblings.set(container, left);
  }
}

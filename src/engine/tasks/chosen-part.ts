import type { PlannedPart, RunTarget } from '@/plan/partial/run-targets';
import { appendStep, getTaskPath, type JournalPath } from '@/run/journal-path';
import { getRootPath } from '@/workflow/task-path';

/** Whether a run of a part of a workflow asks something again: it belongs to a chosen task. */
export function isAsked({ targets }: PlannedPart, key: JournalPath): boolean {
  return targets.kind !== 'until' && targets.tasks.some((target) => isWithin(target, key));
}

/** Whether a journal path is that of a chosen task, or lies in it. */
function isWithin({ task, instance }: RunTarget, key: JournalPath): boolean {
  if (instance !== undefined) return key === instance || key.startsWith(`${instance}/`);
  const path = getTaskPath(key);
  return path === task || path.startsWith(`${task}/`);
}

/**
 * Follows a run of a part of a workflow: which tasks do not run, and when a container is stopped, because the chosen
 * tasks in it have ended.
 */
export class ChosenPart {
  readonly #left: ReadonlySet<JournalPath>;
  /** By the journal path of a container: the chosen tasks in it that have not ended. */
  readonly #awaited = new Map<JournalPath, Set<RunTarget>>();
  readonly #stops = new Map<JournalPath, AbortController>();

  /** `part` undefined: the whole workflow runs. */
  constructor(part: PlannedPart | undefined) {
    this.#left = new Set(part?.left.map((id) => appendStep('', 'task', id)));
    if (part === undefined || part.targets.kind === 'from') return;
    const { tasks } = part.targets;
    const whole = new Set(tasks.filter(({ task }) => task === getRootPath(task)).map(({ task }) => task));
    for (const target of tasks) {
      const root = getRootPath(target.task);
      if (whole.has(root)) continue;
      const path = appendStep('', 'task', root);
      const awaited = this.#awaited.get(path) ?? new Set();
      this.#awaited.set(path, awaited.add(target));
      this.#stops.set(path, new AbortController());
    }
  }

  /** Whether a task does not run. */
  isLeft(path: JournalPath): boolean {
    return this.#left.has(path);
  }

  /** The signal by which a container ends once the chosen tasks in it have; undefined: it runs to its end. */
  stopOf(path: JournalPath): AbortSignal | undefined {
    return this.#stops.get(path)?.signal;
  }

  /** Takes note that a task has ended. */
  ended(path: JournalPath): void {
    for (const [root, awaited] of this.#awaited) {
      if (!path.startsWith(`${root}/`)) continue;
      for (const target of awaited) {
        if (target.instance === path || (target.instance === undefined && target.task === getTaskPath(path))) {
          awaited.delete(target);
        }
      }
      if (awaited.size === 0) this.#stops.get(root)?.abort();
    }
  }
}

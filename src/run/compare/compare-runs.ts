import { defined } from '@/base/defined';
import { getTaskPath, type JournalPath, parsePathSteps } from '../journal-path';
import type { InstanceDigest, RunDigest } from './run-digest';
import { addSpent, type Spent } from './spent';

/** Whether both runs have something, and whether it is the same in them. */
export type ComparedKind = 'same' | 'changed' | 'onlyFirst' | 'onlySecond';

/** An execution of a task that one or both runs have. */
export interface ComparedInstance {
  /** It aligns the runs: by task, round, item and try. */
  readonly path: JournalPath;
  readonly taskPath: string;
  /** Left out: no run started it. */
  readonly type?: string;
  readonly label?: string;
  readonly kind: ComparedKind;
  readonly first?: InstanceDigest;
  readonly second?: InstanceDigest;
  /** What differs. Tokens, cost and time differ from run to run, so they do not make a task a changed one. */
  readonly differs: readonly ('status' | 'rounds' | 'prompt' | 'output')[];
}

/** How many executions are of each kind. */
export type KindCounts = Readonly<Record<ComparedKind, number>>;

/** Two runs beside each other. */
export interface RunComparison {
  readonly first: RunSummary;
  readonly second: RunSummary;
  /** Containers before what is in them, tasks in the order of their start, rounds and items by their numbers. */
  readonly rows: readonly ComparedInstance[];
  readonly counts: KindCounts;
  /** The same for each task with all that is in it, by task path. */
  readonly tasks: ReadonlyMap<string, KindCounts>;
  /** What both runs paid together: what one took over is not counted again. */
  readonly paid: Spent;
}

/** A run without its tasks. */
export type RunSummary = Omit<RunDigest, 'instances' | 'named'>;

const none: KindCounts = { same: 0, changed: 0, onlyFirst: 0, onlySecond: 0 };

/** Compares two runs, each execution of a task with the one of the same task, round, item and try. */
export function compareRuns(first: RunDigest, second: RunDigest): RunComparison {
  const rows = sortPaths([...new Set([...first.instances.keys(), ...second.instances.keys()])]).map((path) =>
    compareInstances(path, first, second),
  );
  const tasks = new Map<string, Record<ComparedKind, number>>();
  const counts = { ...none };
  for (const { taskPath, kind } of rows) {
    counts[kind] += 1;
    for (const around of listPathsAround(taskPath)) {
      const sums = tasks.get(around) ?? { ...none };
      sums[kind] += 1;
      tasks.set(around, sums);
    }
  }
  return {
    first: buildSummary(first),
    second: buildSummary(second),
    rows,
    counts,
    tasks,
    paid: addSpent(first.own, second.own),
  };
}

/** The kind of a task whose executions are counted: `changed` if they are not all of one kind. */
export function findKindOfCounts(counts: KindCounts): ComparedKind {
  const kinds = (Object.keys(counts) as ComparedKind[]).filter((kind) => counts[kind] > 0);
  const [only] = kinds;
  return kinds.length === 1 && only !== undefined ? only : 'changed';
}

/** Whether two runs differ in any task, or in how they ended. */
export function hasDifferentRuns({
  first,
  second,
  counts,
}: Pick<RunComparison, 'first' | 'second' | 'counts'>): boolean {
  return first.status !== second.status || counts.changed + counts.onlyFirst + counts.onlySecond > 0;
}

function compareInstances(path: JournalPath, first: RunDigest, second: RunDigest): ComparedInstance {
  const taskPath = getTaskPath(path);
  const one = first.instances.get(path);
  const other = second.instances.get(path);
  const differs = one === undefined || other === undefined ? [] : listDifferences(one, other);
  return {
    path,
    taskPath,
    ...(second.named.get(taskPath) ?? first.named.get(taskPath)),
    kind:
      other === undefined ? 'onlyFirst' : one === undefined ? 'onlySecond' : differs.length > 0 ? 'changed' : 'same',
    ...defined({ first: one, second: other }),
    differs,
  };
}

function listDifferences(one: InstanceDigest, other: InstanceDigest): ComparedInstance['differs'] {
  return [
    ...(one.status === other.status ? [] : (['status'] as const)),
    ...(one.rounds === other.rounds ? [] : (['rounds'] as const)),
    ...(one.promptHash === other.promptHash ? [] : (['prompt'] as const)),
    ...(one.outputHash === other.outputHash ? [] : (['output'] as const)),
  ];
}

/** Tasks by the order in which they are first met, numbers by their size, each container before its parts. */
function sortPaths(paths: readonly JournalPath[]): readonly JournalPath[] {
  const ranks = new Map<string, number>();
  const keyed = paths.map((path) => {
    let key = '';
    for (const { kind, name } of parsePathSteps(path)) {
      const asked = `${kind}/${name}`;
      const number = Number(name);
      const rank = kind !== 'task' && Number.isFinite(number) ? number : (ranks.get(asked) ?? ranks.size);
      if (kind === 'task') ranks.set(asked, rank);
      key += `${String(rank).padStart(10, '0')}/`;
    }
    return { path, key };
  });
  return keyed.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)).map(({ path }) => path);
}

function listPathsAround(taskPath: string): readonly string[] {
  const segments = taskPath.split('/');
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

function buildSummary({ instances: _instances, named: _named, ...summary }: RunDigest): RunSummary {
  return summary;
}

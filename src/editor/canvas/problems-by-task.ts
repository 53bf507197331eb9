import { type Diagnostic, taskOfDiagnostic } from '@/workflow/diagnostic';

/** Problems of one task. */
export interface TaskProblems {
  readonly count: number;
  /** Whether one of them stands in the way of a run. */
  readonly severe: boolean;
}

const known = new WeakMap<readonly Diagnostic[], ReadonlyMap<string, TaskProblems>>();

/** Problems counted by task; worked out once for a list. */
export function problemsByTask(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, TaskProblems> {
  const seen = known.get(diagnostics);
  if (seen) return seen;
  const counts = new Map<string, TaskProblems>();
  for (const diagnostic of diagnostics) {
    const id = taskOfDiagnostic(diagnostic);
    if (id === undefined) continue;
    const { count, severe } = counts.get(id) ?? { count: 0, severe: false };
    counts.set(id, { count: count + 1, severe: severe || diagnostic.severity === 'error' });
  }
  known.set(diagnostics, counts);
  return counts;
}

/** The problem mark in words. */
export function problemLabel({ count }: TaskProblems): string {
  return count === 1 ? '1 problem' : `${count} problems`;
}

import { type Diagnostic, findDiagnosticTask } from '@/workflow/diagnostic';

/** The problems of one task, or (without an id) of the workflow itself. */
export interface ProblemGroup {
  readonly id: string | undefined;
  readonly problems: readonly Diagnostic[];
}

/** Problems by task, in the order in which they were found: those of the workflow first, errors before warnings. */
export function groupProblems(diagnostics: readonly Diagnostic[]): readonly ProblemGroup[] {
  const groups = new Map<string | undefined, Diagnostic[]>([[undefined, []]]);
  for (const diagnostic of diagnostics) {
    const id = findDiagnosticTask(diagnostic);
    const group = groups.get(id);
    if (group) group.push(diagnostic);
    else groups.set(id, [diagnostic]);
  }
  const weight = ({ severity }: Diagnostic): number => (severity === 'error' ? 0 : 1);
  return [...groups]
    .filter(([, problems]) => problems.length > 0)
    .map(([id, problems]) => ({ id, problems: problems.toSorted((a, b) => weight(a) - weight(b)) }));
}

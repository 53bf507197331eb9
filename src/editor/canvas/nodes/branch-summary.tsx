import { useMemo } from 'react';
import { cutToStart } from '@/base/start-of';
import type { TaskPath } from '@/workflow/task-path';
import type { TaskOf } from '@/workflow/tasks';
import { listCaseBranches, useNotTakenAmong } from './branches';

/** The most characters of a test in the summary; the whole is in the title. */
const mostOfTest = 12;

/** The branches of a folded condition in a line, and those that the run did not take. */
export function BranchSummary({ taskPath, task }: { readonly taskPath: TaskPath; readonly task: TaskOf<'cond'> }) {
  const branches = useMemo(() => listCaseBranches(taskPath, task), [taskPath, task]);
  const paths = useMemo(() => branches.map((branch) => branch.taskPath), [branches]);
  const passed = useNotTakenAmong(paths).split('\n');
  const taken = branches.filter((branch) => !passed.includes(branch.taskPath));
  const passedCount = branches.length - taken.length;
  const lines = branches.map(
    ({ taskPath: path, label, task: name }) =>
      `${label === 'else' ? label : `if ${label}`} → ${name}${passed.includes(path) ? ': not taken' : ''}`,
  );
  return (
    <span title={lines.join('\n')}>
      {taken.map(({ label, task: name }) => `${shortenTest(label)} → ${name}`).join(', ')}
      {passedCount > 0 && `${taken.length > 0 ? ', ' : ''}${passedCount} not taken`}
    </span>
  );
}

function shortenTest(test: string): string {
  const line = test.replaceAll(/\s+/g, ' ').trim();
  return line.length > mostOfTest ? `${cutToStart(line, mostOfTest)}…` : line;
}

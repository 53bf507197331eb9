import { toFailure } from '@/base/errors';
import type { DocumentPath } from '../diagnostic';
import { normalizeFilePath } from '../file-path';
import type { TaskScope } from '../graph/task-scopes';
import { createTaskFilter } from '../task-record';
import type { Task } from '../tasks';
import type { Limits } from '../tasks/common';
import type { Checking } from './checking';

/** Reports files that a task could not write, because their paths lead out of the folder of the run. */
export function checkPaths(checking: Checking, { output, limits }: Task, { path }: TaskScope): void {
  const problem = output === undefined ? undefined : findPathProblem(output);
  if (problem !== undefined) {
    checking.report(
      'HED321',
      [...path, 'output'],
      `${problem} Write a path inside the run’s folder, such as notes/a.md.`,
    );
  }
  checkStorageFolder(checking, limits, path);
}

/** Reports a folder for stored outputs that is not inside the folder of the run. */
export function checkStorageFolder(checking: Checking, limits: Limits | undefined, path: DocumentPath): void {
  const folder = limits?.externalStorageDir;
  if (folder === undefined) return;
  const isAbsolute = /^([\\/]|[A-Za-z]:)/.test(folder);
  // The name stands for the file in it: the folder of the run itself is allowed.
  const problem = isAbsolute ? `The path “${folder}” is absolute.` : findPathProblem(`${folder}/name`);
  if (problem === undefined) return;
  const advice = 'Write a folder inside the run’s folder, such as .workflow_state/task_outputs.';
  checking.report('HED321', [...path, 'limits', 'external_storage_dir'], `${problem} ${advice}`);
}

const listWriters = createTaskFilter(({ output }) => output !== undefined);

/**
 * Reports files that more than one task of the workflow writes: the last one to end overwrites the others. Of tasks
 * with a condition, or that run if another failed, often only one runs, so they may share a file.
 */
export function checkSharedOutputs(checking: Checking): void {
  const writers = new Map<string, string>();
  const { tasks } = checking.document;
  for (const id of listWriters(tasks)) {
    const { output, disabled, condition, triggerRule } = tasks[id] as Task;
    if (output === undefined || disabled === true || condition !== undefined || triggerRule === 'one_failed') continue;
    if (findPathProblem(output) !== undefined) continue;
    const file = normalizeFilePath(output);
    const other = writers.get(file);
    if (other === undefined) writers.set(file, id);
    else {
      const message = `${other} writes “${output}” too, and only one of the two stays. Give each a file of its own.`;
      checking.report('HED519', ['tasks', id, 'output'], message);
    }
  }
}

function findPathProblem(path: string): string | undefined {
  try {
    normalizeFilePath(path);
    return undefined;
  } catch (error) {
    return toFailure(error).message;
  }
}

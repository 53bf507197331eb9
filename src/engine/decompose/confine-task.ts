import type { CallField } from '@/plan/resolve/resolve-call';
import { type Task, type TaskType, taskTraits } from '@/workflow/tasks';
import { mapParts } from '@/workflow/tasks/parts';
import { asksOwnModel } from '@/workflow/tasks/traits';
import { isReservedVariable } from '../effects/variable-names';

/** Bounds for the tasks that a model writes: they can do no more than the task that they replace. */
export interface Confines {
  /** Agent, model, options and effort of tasks that ask a model, in the form of a document. */
  readonly speaker: Pick<Task, 'agent' | CallField>;
  readonly reparse?: Task['reparse'];
  readonly mayRunScripts: boolean;
}

/** Confines a task that a model wrote, and all its parts, to the model and tools of the task that it replaces. */
export function confineTask(task: Task, confines: Confines): Task {
  const {
    agent: _agent,
    model: _model,
    fallbackModels: _fallbacks,
    fallbackOnRefusal: _onRefusal,
    cache: _cache,
    reuse: _reuse,
    options: _options,
    reasoningEffort: _effort,
    tools: _tools,
    toolMode: _mode,
    breakpoint: _breakpoint,
    pinned: _pinned,
    ...rest
  } = task;
  const { speaker, reparse } = confines;
  const again = reparse === undefined || rest.reparse !== undefined || rest.type !== 'atomic' ? {} : { reparse };
  const confined = { ...rest, ...(asksOwnModel(task) ? speaker : {}), ...again } as Task;
  return mapParts(confined, (part) => confineTask(part, confines));
}

/** Whether a model may write tasks of a type: only of those of which that is decided, see the traits. */
function mayBeWritten(type: TaskType, { mayRunScripts }: Confines): boolean {
  const { byModel } = taskTraits[type];
  return byModel === 'confined' || (byModel === 'where_scripts_run' && mayRunScripts);
}

/** What a model must not write, because it would do more than the task that it replaces; in words for the model. */
export function listForbiddenParts(task: Task, confines: Confines): readonly string[] {
  const found: string[] = [];
  if (!mayBeWritten(task.type, confines)) found.push(`Tasks of the type ${task.type} are not allowed here.`);
  const { env = {} } = (task.type === 'script' ? task.script : undefined) ?? {};
  for (const name of Object.keys(env).filter(isReservedVariable)) {
    found.push(`A script may not set ${name} here: shells or runtimes read it for themselves.`);
  }
  mapParts(task, (part) => {
    found.push(...listForbiddenParts(part, confines));
    return part;
  });
  return [...new Set(found)];
}

import type { TaskPath } from '@/workflow/task-path';
import { partPath } from '@/workflow/task-path';
import { filesAttached } from './attachments/attached-paths';
import type { PlannedFile } from './attachments/planned-files';
import { untaken } from './attachments/untaken';
import { partsRun } from './estimate/parts-run';
import type { ModelCatalogue } from './model-facts';
import type { ModelRef, Plan, PlannedAtomic, PlannedTask } from './plan';
import { makerToolsOf } from './tools/maker-tools';
import { untakenTool } from './tools/untaken-tool';

/** Something that the model of a task does not take. `problem`: a sentence for a person. */
export type ModelRefusal = { readonly taskPath: TaskPath; readonly problem: string } & (
  | {
      readonly kind: 'attachment';
      /** Its position in the task. */
      readonly index: number;
      /** Whether only a fallback refuses it, which is then skipped; else the run is refused. */
      readonly fallback: boolean;
    }
  | {
      readonly kind: 'tool';
      /** The document's name for it. */
      readonly tool: string;
    }
);

type Facts = Pick<ModelCatalogue, 'factsOf'>;

/**
 * Finds, in every task of a plan that may run, the attachments that its models do not take and the makers' tools that
 * they do not have. `files`: the attached files, as they are now.
 */
export function refusalsOf(plan: Plan, catalogue: Facts, files: readonly PlannedFile[]): readonly ModelRefusal[] {
  const attachments: ModelRefusal[] = [];
  const tools: ModelRefusal[] = [];
  for (const [taskPath, task] of calledTasks(plan)) {
    if (task.type !== 'atomic' || task.disabled) continue;
    attachments.push(...refusedAttachments(task, taskPath, catalogue, files));
    tools.push(...refusedTools(task, taskPath, catalogue));
  }
  return [...attachments, ...tools];
}

/** All tasks of a plan with their task paths; those of a library definition at its first call only. */
export function* calledTasks({ tasks, library }: Plan): Iterable<readonly [TaskPath, PlannedTask]> {
  const called = new Set<string>();
  function* within(task: PlannedTask, taskPath: TaskPath): Iterable<readonly [TaskPath, PlannedTask]> {
    yield [taskPath, task];
    for (const part of partsRun(task).parts) yield* within(part.task, partPath(taskPath, part.task.id));
    if (task.type !== 'call' || called.has(task.ref)) return;
    called.add(task.ref);
    const definition = library[task.ref]?.task;
    if (definition !== undefined)
      yield* within(definition, partPath(partPath(taskPath, `call:${task.ref}`), definition.id));
  }
  for (const task of tasks) yield* within(task, task.id);
}

function refusedAttachments(
  { attachments = [], model, fallbacks = [] }: PlannedAtomic,
  taskPath: TaskPath,
  catalogue: Facts,
  files: readonly PlannedFile[],
): readonly ModelRefusal[] {
  const passedOver = new Set<ModelRef>();
  const refuse = (index: number, problem: string, fallback: boolean): ModelRefusal => ({
    kind: 'attachment',
    taskPath,
    index,
    problem,
    fallback,
  });
  return attachments.flatMap((attachment, index) =>
    filesAttached(attachment, files).flatMap(({ path, inspected }) => {
      if (!inspected.ok) return [refuse(index, inspected.problem, false)];
      const why = (one: ModelRef) => untaken(path.slice(1), inspected.facts, one, catalogue.factsOf(one));
      const own = why(model);
      const found = own === undefined ? [] : [refuse(index, own, false)];
      for (const one of fallbacks) {
        const other = why(one);
        // One refused file is enough to skip the fallback.
        if (other === undefined || passedOver.has(one)) continue;
        passedOver.add(one);
        found.push(refuse(index, `${other} As a fallback it is passed over.`, true));
      }
      return found;
    }),
  );
}

function refusedTools({ tools, model }: PlannedAtomic, taskPath: TaskPath, catalogue: Facts): readonly ModelRefusal[] {
  const besideOthers = tools.some(({ tool }) => tool.type === undefined);
  return tools.flatMap((planned) =>
    makerToolsOf([planned]).flatMap(({ name }): ModelRefusal[] => {
      const problem = untakenTool(name, model, catalogue.factsOf(model), besideOthers);
      return problem === undefined ? [] : [{ kind: 'tool', taskPath, tool: planned.name, problem }];
    }),
  );
}

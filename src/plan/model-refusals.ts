import type { TaskPath } from '@/workflow/task-path';
import { buildPartPath } from '@/workflow/task-path';
import { selectAttachedFiles } from './attachments/attached-paths';
import type { PlannedFile } from './attachments/planned-files';
import { explainUntaken } from './attachments/untaken';
import { listPartsRun } from './estimate/parts-run';
import type { ModelCatalogue } from './model-facts';
import type { ModelRef, Plan, PlannedAtomic, PlannedTask } from './plan';
import { listMakerTools } from './tools/maker-tools';
import { explainUntakenTool } from './tools/untaken-tool';

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
export function listRefusals(plan: Plan, catalogue: Facts, files: readonly PlannedFile[]): readonly ModelRefusal[] {
  const attachments: ModelRefusal[] = [];
  const tools: ModelRefusal[] = [];
  for (const [taskPath, task] of walkCalledTasks(plan)) {
    if (task.type !== 'atomic' || task.disabled) continue;
    attachments.push(...listRefusedAttachments(task, taskPath, catalogue, files));
    tools.push(...listRefusedTools(task, taskPath, catalogue));
  }
  return [...attachments, ...tools];
}

/** All tasks of a plan with their task paths; those of a library definition at its first call only. */
export function* walkCalledTasks({ tasks, library }: Plan): Iterable<readonly [TaskPath, PlannedTask]> {
  const called = new Set<string>();
  function* walkWithin(task: PlannedTask, taskPath: TaskPath): Iterable<readonly [TaskPath, PlannedTask]> {
    yield [taskPath, task];
    for (const part of listPartsRun(task).parts) yield* walkWithin(part.task, buildPartPath(taskPath, part.task.id));
    if (task.type !== 'call' || called.has(task.ref)) return;
    called.add(task.ref);
    const definition = library[task.ref]?.task;
    if (definition !== undefined)
      yield* walkWithin(definition, buildPartPath(buildPartPath(taskPath, `call:${task.ref}`), definition.id));
  }
  for (const task of tasks) yield* walkWithin(task, task.id);
}

function listRefusedAttachments(
  { attachments = [], model, fallbacks = [] }: PlannedAtomic,
  taskPath: TaskPath,
  catalogue: Facts,
  files: readonly PlannedFile[],
): readonly ModelRefusal[] {
  const passedOver = new Set<ModelRef>();
  const createRefusal = (index: number, problem: string, fallback: boolean): ModelRefusal => ({
    kind: 'attachment',
    taskPath,
    index,
    problem,
    fallback,
  });
  return attachments.flatMap((attachment, index) =>
    selectAttachedFiles(attachment, files).flatMap(({ path, inspected }) => {
      if (!inspected.ok) return [createRefusal(index, inspected.problem, false)];
      const why = (one: ModelRef) => explainUntaken(path.slice(1), inspected.facts, one, catalogue.factsOf(one));
      const own = why(model);
      const found = own === undefined ? [] : [createRefusal(index, own, false)];
      for (const one of fallbacks) {
        const other = why(one);
        // One refused file is enough to skip the fallback.
        if (other === undefined || passedOver.has(one)) continue;
        passedOver.add(one);
        found.push(createRefusal(index, `${other} As a fallback it is passed over.`, true));
      }
      return found;
    }),
  );
}

function listRefusedTools(
  { tools, model }: PlannedAtomic,
  taskPath: TaskPath,
  catalogue: Facts,
): readonly ModelRefusal[] {
  const besideOthers = tools.some(({ tool }) => tool.type === undefined);
  return tools.flatMap((planned) =>
    listMakerTools([planned]).flatMap(({ name }): ModelRefusal[] => {
      const problem = explainUntakenTool(name, model, catalogue.factsOf(model), besideOthers);
      return problem === undefined ? [] : [{ kind: 'tool', taskPath, tool: planned.name, problem }];
    }),
  );
}

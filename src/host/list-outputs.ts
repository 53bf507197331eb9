import { z } from 'zod';
import { createTaskFinder } from '@/engine/log/planned-tasks';
import type { Plan, PlannedTask } from '@/plan/plan';
import type { EventPage } from '@/run/event-query';
import type { EventOf } from '@/run/events';
import { appendStep, findInstance, findParentPath, type JournalPath } from '@/run/journal-path';
import { readResult } from '@/run/result-payload';
import type { Execution } from '@/run/runner';
import type { RunStores } from '@/storage/stores';
import type { RecordedOutput } from './whole-output';

/** The output of a task, or of one of its instances. */
export interface ListedOutput {
  /** Journal path of the instance. */
  readonly path: JournalPath;
  readonly record: RecordedOutput;
  readonly type: NonNullable<RecordedOutput['capture']>['type'];
  /** Bytes of the whole output, also if fewer are stored. */
  readonly bytes: number;
  /** ISO 8601. */
  readonly endedAt: string;
  /** When it was last put into a prompt as context; undefined: never. */
  readonly promptedAt: string | undefined;
  /** Its highest relevance, from 0 to 1, for a task that was given a context; undefined: none was, or not known. */
  readonly relevance: number | undefined;
  /** Ids of the tasks beside it that depend on its task, or name it in a text. */
  readonly dependedBy: readonly string[];
}

/** Events read at once. */
const pageSize = 1000;

/** The outputs of a run, in the order in which they were completed. */
export async function listOutputs(
  { events: log }: Pick<RunStores, 'events'>,
  execution: Pick<Execution, 'id' | 'plan'>,
): Promise<readonly ListedOutput[]> {
  const taskOf = createTaskFinder(execution.plan);
  const dependents = createDependentsFinder(execution.plan, taskOf);
  const outputs = new Map<JournalPath, ListedOutput>();
  for (let from: number | null = 1; from !== null; ) {
    const filter = { kinds: ['task.completed', 'context.planned'] } as const;
    const page: EventPage = await log.find(execution.id, {
      filter,
      from,
      direction: 'forward',
      limit: pageSize,
    });
    for (const event of page.events) {
      if (event.kind === 'task.completed')
        outputs.set(event.path, buildOutputEntry(event, taskOf(event.path), dependents));
      else if (event.kind === 'context.planned') markPrompted(outputs, event);
    }
    from = page.next;
  }
  return [...outputs.values()];
}

/** Finds the ids of the tasks that depend on the task of an instance, in its own scope. */
function createDependentsFinder(
  plan: Plan,
  taskOf: ReturnType<typeof createTaskFinder>,
): (path: JournalPath) => readonly string[] {
  return (path) => {
    const scope = findParentPath(path) ?? '';
    const container = findInstance(scope);
    const siblings = container === undefined ? plan.tasks : listSiblings(taskOf(container));
    const task = taskOf(path);
    return siblings.flatMap(({ id, needs, reads }) => {
      const names = [...needs, ...reads].map((index) => siblings[index]?.id);
      return task !== undefined && id !== task.id && names.includes(task.id) ? [id] : [];
    });
  };
}

function listSiblings(container: PlannedTask | undefined): readonly PlannedTask[] {
  if (container?.type === 'group') return container.tasks;
  return container?.type === 'sequential' ? container.steps : [];
}

function buildOutputEntry(
  event: EventOf<'task.completed'>,
  task: PlannedTask | undefined,
  dependents: (path: JournalPath) => readonly string[],
): ListedOutput {
  const { capture, bytes } = event.data;
  const payload = readResult(event);
  const plain = task?.type === 'script' ? 'stdout' : task?.output === undefined ? 'combined' : 'file';
  return {
    path: event.path,
    record: { payload, capture },
    type: capture?.type ?? plain,
    bytes: capture?.bytes ?? bytes ?? payload.length,
    endedAt: event.t,
    promptedAt: undefined,
    relevance: undefined,
    dependedBy: dependents(event.path),
  };
}

/** The tasks named in a context are those of the scope of the task that was given it. */
function markPrompted(outputs: Map<JournalPath, ListedOutput>, event: EventOf<'context.planned'>): void {
  const { path, t, data } = event;
  const instance = findInstance(path);
  const scope = instance === undefined ? undefined : findParentPath(instance);
  for (const { id, relevance } of readChoices(readResult(event).text)) {
    const output = outputs.get(appendStep(scope ?? '', 'task', id));
    if (output === undefined || relevance <= (output.relevance ?? -1)) continue;
    outputs.set(output.path, { ...output, relevance });
  }
  for (const id of data.told) {
    const output = outputs.get(appendStep(scope ?? '', 'task', id));
    if (output !== undefined) outputs.set(output.path, { ...output, promptedAt: t });
  }
}

const plannedSchema = z.object({ choices: z.array(z.object({ id: z.string(), relevance: z.number() })) });

/** The outputs that a plan of a context judged; none of a plan that is too long for its event. */
function readChoices(text: string): z.infer<typeof plannedSchema>['choices'] {
  try {
    return plannedSchema.safeParse(JSON.parse(text)).data?.choices ?? [];
  } catch {
    return [];
  }
}

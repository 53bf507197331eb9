import { taskFinder } from '@/engine/log/planned-tasks';
import type { PlannedTask } from '@/plan/plan';
import type { EventPage } from '@/run/event-query';
import type { EventOf } from '@/run/events';
import { at, instanceOf, type JournalPath, parentOfPath } from '@/run/journal-path';
import { resultOf } from '@/run/result-payload';
import type { RecordedOutput } from '../run/whole-output';
import type { OpenRun } from './open-run';

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
}

/** Events read at once. */
const pageSize = 1000;

/** The outputs of a run, in the order in which they were completed. */
export async function listOutputs({ journal, execution }: OpenRun): Promise<readonly ListedOutput[]> {
  const taskOf = taskFinder(execution.plan);
  const outputs = new Map<JournalPath, ListedOutput>();
  for (let from: number | null = 1; from !== null; ) {
    const filter = { kinds: ['task.completed', 'context.planned'] } as const;
    const page: EventPage = await journal.events.find(execution.id, {
      filter,
      from,
      direction: 'forward',
      limit: pageSize,
    });
    for (const event of page.events) {
      if (event.kind === 'task.completed') outputs.set(event.path, outputOf(event, taskOf(event.path)));
      else if (event.kind === 'context.planned') markPrompted(outputs, event);
    }
    from = page.next;
  }
  return [...outputs.values()];
}

function outputOf(event: EventOf<'task.completed'>, task: PlannedTask | undefined): ListedOutput {
  const { capture, bytes } = event.data;
  const payload = resultOf(event);
  const plain = task?.type === 'script' ? 'stdout' : task?.output === undefined ? 'combined' : 'file';
  return {
    path: event.path,
    record: { payload, capture },
    type: capture?.type ?? plain,
    bytes: capture?.bytes ?? bytes ?? payload.length,
    endedAt: event.t,
    promptedAt: undefined,
  };
}

/** The tasks named in a context are those of the scope of the task that was given it. */
function markPrompted(outputs: Map<JournalPath, ListedOutput>, { path, t, data }: EventOf<'context.planned'>): void {
  const instance = instanceOf(path);
  const scope = instance === undefined ? undefined : parentOfPath(instance);
  for (const id of data.told) {
    const output = outputs.get(at(scope ?? '', 'task', id));
    if (output !== undefined) outputs.set(output.path, { ...output, promptedAt: t });
  }
}

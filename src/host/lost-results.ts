import { listWholeRefs } from '@/engine/log/journal';
import { isStep, type StepEvent, stepKinds } from '@/engine/log/run-history';
import { payloadSchema } from '@/run/event-data';
import { getNearestTaskPath } from '@/run/journal-path';
import { readResult } from '@/run/result-payload';
import type { RunState } from '@/run/run-state';
import type { RunStores } from '@/storage/stores';
import { findContainerPath, type TaskPath } from '@/workflow/task-path';

/** Events that are read at once. */
const limit = 1000;

/**
 * The tasks of a run with a recorded result that cannot be taken, because its long text is not stored: a run can be
 * imported without its payloads. Containers of such tasks are among them. The log is read only if one of the newest
 * texts is missing.
 */
export async function findLostResults(
  { events, blobs }: Pick<RunStores, 'events' | 'blobs'>,
  id: string,
  state: RunState,
): Promise<ReadonlySet<TaskPath>> {
  const [some] = listRefs(state);
  const lost = new Set<TaskPath>();
  if (some === undefined || (await blobs.size(id, some)) !== undefined) return lost;
  const stored = new Map<string, boolean>();
  const isStored = async (ref: string): Promise<boolean> => {
    const known = stored.get(ref) ?? (await blobs.size(id, ref)) !== undefined;
    stored.set(ref, known);
    return known;
  };
  for (let from: number | null = 1; from !== null && from <= state.seq; ) {
    const page = await events.find(id, { filter: { kinds: stepKinds }, from, direction: 'forward', limit });
    for (const event of page.events.filter(isStep)) {
      const task = getNearestTaskPath(event.path);
      if (event.seq > state.seq || lost.has(task)) continue;
      for (const ref of listPayloadRefs(event)) {
        if (!(await isStored(ref))) for (const path of addContainers(task)) lost.add(path);
      }
    }
    from = page.next;
  }
  return lost;
}

function* listRefs({ tasks, instances }: RunState): Generator<string> {
  for (const task of [...tasks.values(), ...[...instances.values()].flat()]) {
    if ('result' in task && task.result?.ref !== undefined) yield task.result.ref;
  }
}

function addContainers(path: TaskPath): readonly TaskPath[] {
  const outer = findContainerPath(path);
  return outer === undefined ? [path] : [path, ...addContainers(outer)];
}

/** The payloads without which the effect of an event cannot be taken. */
function listPayloadRefs(event: StepEvent): readonly string[] {
  const within = Object.values(event.data).flatMap((value) => payloadSchema.safeParse(value).data ?? []);
  const long = [readResult(event), ...within].filter(({ text, length }) => length > text.length);
  return [...long.flatMap(({ ref }) => ref ?? []), ...listWholeRefs(event)];
}

import type { EventDraft, RunEvent } from '@/run/events';
import { formatIsoTime } from '@/run/iso-time';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { Runner, RunOwner } from '@/run/runner';
import { buildShortId } from '@/run/short-id';

/** Events with these kinds and paths, one per second, numbered from `from`. */
export function eventsOf(drafts: readonly EventDraft[], from = 1): readonly RunEvent[] {
  const start = Date.parse('2026-01-01T00:00:00.000Z');
  return drafts.map((draft, index) => {
    const seq = from + index;
    return { v: 2, seq, t: formatIsoTime(start + seq * 1000), id: buildShortId(draft.path), ...draft } as RunEvent;
  });
}

/** The first event of a run. */
export const runStarted: EventDraft = {
  kind: 'run.started',
  path: '',
  data: { planHash: 'hash', workflowId: 'w', taskCount: 1 },
};

/**
 * The reading half of a runner, over logs in memory by run id; `asked` lists the calls it received. Events may be added
 * to the logs.
 */
export function storedRuns(logs: Readonly<Record<string, RunEvent[]>>) {
  const asked: string[] = [];
  let owner: RunOwner = 'here';
  const log = (id: string) => logs[id] ?? [];
  const runner: Pick<Runner, 'stateAt' | 'readEvents' | 'owner' | 'takeUp'> = {
    stateAt: async (id, seq = Number.POSITIVE_INFINITY) => {
      asked.push(`stateAt ${id}${seq === Number.POSITIVE_INFINITY ? '' : ` ${seq}`}`);
      return (
        logs[id] &&
        reduceRun(
          emptyRun,
          log(id).filter((event) => event.seq <= seq),
        )
      );
    },
    readEvents: async (id, from = 1, limit = 1000) => {
      asked.push(`readEvents ${id} ${from}`);
      return log(id).slice(from - 1, from - 1 + limit);
    },
    owner: async () => owner,
    takeUp: async () => {
      asked.push('takeUp');
      owner = 'here';
      return owner;
    },
  };
  const setOwner = (next: RunOwner) => {
    owner = next;
  };
  return { runner: runner as Runner, asked, setOwner };
}

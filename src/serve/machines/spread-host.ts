import { isPausedByPerson } from '@/host/paused-by-person';
import type { RunHost } from '@/host/run-host';
import type { RunStores } from '@/storage/stores';
import type { RunCommand, RunMachines, SharedRun } from './run-machines';

/** A host whose runs may run on other machines: what is done to them there goes to the machine that runs them. */
export function createSpreadHost(
  host: RunHost,
  { executions, events }: Pick<RunStores, 'executions' | 'events'>,
  machines: Pick<RunMachines, 'own' | 'command'>,
): RunHost {
  /** `command` at another machine, or `here`. */
  const whereItRuns = async (id: string, command: RunCommand, here: () => Promise<void>) =>
    (await host.owner(id)) === 'elsewhere' ? machines.command(await sharedRun(id), command) : here();
  const sharedRun = async (id: string): Promise<SharedRun> => ({ id, labels: (await executions.get(id))?.labels });
  return {
    ...host,
    cancel: (id) => whereItRuns(id, { kind: 'cancel' }, () => host.cancel(id)),
    pause: (id) => whereItRuns(id, { kind: 'pause' }, () => host.pause(id)),
    compact: (id) => whereItRuns(id, { kind: 'compact' }, () => host.compact(id)),
    restore: (id, tasks) => whereItRuns(id, { kind: 'restore', tasks }, () => host.restore(id, tasks)),
    provideInput: (id, path, answer) =>
      whereItRuns(id, { kind: 'answer', path, answer }, () => host.provideInput(id, path, answer)),
    resume: async (id) => {
      const run = await executions.get(id);
      if (run !== undefined) await machines.own(run, run.lastSeq);
    },
    resumeUnfinished: async () => {
      const resumed: string[] = [];
      for (const run of await executions.unfinished()) {
        if (await isPausedByPerson(events, run)) continue;
        await machines.own(run, run.lastSeq);
        resumed.push(run.id);
      }
      return resumed;
    },
  };
}

import { AppError, type Failure } from '@/base/errors';
import { isPausedByPerson } from '@/host/paused-by-person';
import type { RunHost } from '@/host/run-host';
import { isUnfinished } from '@/run/is-unfinished';
import type { Execution } from '@/run/runner';
import type { RunStores } from '@/storage/stores';
import type { MachineHere } from './machine-here';
import type { MachineWork, RunCommand } from './run-machines';

/** What the work of a machine needs of it. */
interface Surroundings extends Pick<MachineWork, 'perform'> {
  readonly host: RunHost;
  readonly stores: Pick<RunStores, 'executions' | 'events'>;
  /** Whether another run may run here. */
  readonly hasRoom: () => boolean;
  readonly here: Pick<MachineHere, 'leaving' | 'labels'>;
}

/** What one of several machines does for the runs of all. */
export function createMachineWork({ host, stores, hasRoom, here, perform }: Surroundings): MachineWork {
  const rests = async (run: Execution, after: number) =>
    !isUnfinished(run.status) || (run.lastSeq > after && (await isPausedByPerson(stores.events, run)));
  return {
    perform,
    own: async (id, after, signal) => {
      if (!hasRoom()) throw new Error('This machine runs as many runs as it may.');
      const taken = await host.take(id);
      if (!taken.ok) throw new Error(`Run ${id} is still running in ${taken.error.name}.`);
      if (taken.value === undefined) return;
      const { hold, execution } = taken.value;
      const leaveRun = () => {
        here.leaving.add(id);
        host.leave(id);
      };
      let failure: Failure | undefined;
      try {
        if (await rests(execution, after)) return;
        signal.throwIfAborted();
        here.labels.set(id, execution.labels ?? []);
        signal.addEventListener('abort', leaveRun, { once: true });
        failure = await host.go(taken.value).over;
      } finally {
        signal.removeEventListener('abort', leaveRun);
        here.leaving.delete(id);
        here.labels.delete(id);
        hold.release();
      }
      // What was given up can be resumed by a person, as the log of the server tells; a store may be there again later.
      if (failure?.code === 'STORAGE_FAILED') throw new Error(`Run ${id} waits for its store.`);
      if (failure !== undefined) return;
      const now = await stores.executions.get(id);
      if (now !== undefined && !(await rests(now, after)))
        throw new Error(`Run ${id} has to continue on another machine.`);
    },
    command: (id, command) => performCommand(host, id, command),
  };
}

/** Does what a command says to a run that runs here. */
async function performCommand(host: RunHost, id: string, command: RunCommand): Promise<void> {
  if (!host.isHere(id)) {
    throw new AppError('VALIDATION_ERROR', 'This run is not running now.', {
      advice: 'Resume it first.',
      details: { reason: 'run_elsewhere' },
    });
  }
  switch (command.kind) {
    case 'answer':
      return host.provideInput(id, command.path, command.answer);
    case 'restore':
      return host.restore(id, command.tasks);
    default:
      return host[command.kind](id);
  }
}

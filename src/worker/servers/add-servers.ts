import { isUnfinished } from '@/run/is-unfinished';
import type { ServersApi } from '../border/servers-api';
import type { HostRunner } from '../runs/create-runner';
import { createServersHost } from './servers-host';
import type { ServersHost, ServersOptions } from './servers-options';

/** A runner that leaves the runs at servers to them, and their servers. */
export interface WithServers {
  readonly runner: HostRunner;
  readonly servers: ServersApi;
}

/** Adds servers to a runner. */
export function addServers(options: ServersOptions & { readonly runner: HostRunner }): WithServers {
  const { marks, stores, runner } = options;
  const opened = createServersHost(options);
  /** The servers, if a run is at one of them and has not ended. */
  const at = async (executionId: string): Promise<ServersHost | undefined> => {
    if (!Object.hasOwn(await marks.all(), executionId)) return undefined;
    const run = await stores.executions.get(executionId);
    return run === undefined || isUnfinished(run.status) ? opened : undefined;
  };
  return {
    servers: opened,
    runner: {
      ...runner,
      cancel: async (id) => ((await at(id)) ?? runner).cancel(id),
      pause: async (id) => ((await at(id)) ?? runner).pause(id),
      resume: async (id) => ((await at(id)) ?? runner).resume(id),
      provideInput: async (id, ...answer) => ((await at(id)) ?? runner).provideInput(id, ...answer),
      owner: async (id) => ((await at(id)) ?? runner).owner(id),
      takeUp: async (id) => (await at(id))?.owner(id) ?? runner.takeUp(id),
      takeOver: async (id) => ((await at(id)) === undefined ? runner.takeOver(id) : undefined),
      resumeUnfinished: async () => {
        const resumed = await runner.resumeUnfinished();
        // What is not found is asked, so nobody waits for it.
        void runner.indexCalls().catch(() => undefined);
        if (Object.keys(await marks.all()).length > 0) await opened.followUnfinished();
        return resumed;
      },
      remove: (ids) => opened.forget(ids, () => runner.remove(ids)),
      isHere: (id) => runner.isHere(id) || opened.isHere(id),
      leave: (id) => {
        void opened.leave(id);
        runner.leave(id);
      },
      cancelAllOf: async (workflowId) => {
        await opened.forget((await stores.executions.list(workflowId)).map(({ id }) => id));
        await runner.cancelAllOf(workflowId);
      },
    },
  };
}

import { isUnfinished } from '@/run/is-unfinished';
import type { AppStores } from '@/state/context';
import { showRun } from '@/state/run-store';
import { notifyPerson } from '@/ui/overlay/toast';
import type { RunServer, ServersApi } from '@/worker/border/servers-api';
import { nameOfRun } from '../runs/run-use-cases';

/** Makes a run of a server one of this browser. Errors: those of `ServersApi.takeHere`. */
export async function takeRunHere(stores: AppStores, servers: ServersApi, executionId: string): Promise<void> {
  await servers.takeHere(executionId);
  const run = stores.runs.getState().entries.find(({ id }) => id === executionId);
  const name = nameOfRun(stores, executionId);
  await stores.runs.actions.reload();
  const isOver = run !== undefined && !isUnfinished(run.status);
  notifyPerson({
    tone: 'ok',
    title: `${name} is here now.`,
    detail: isOver ? undefined : 'It is paused at the server. Resume runs it here.',
  });
}

/** Sends a run to a server, and shows it there. Errors: those of `ServersApi.send`. */
export async function sendRun(
  stores: AppStores,
  servers: ServersApi,
  { id, name: serverName }: Pick<RunServer, 'id' | 'name'>,
  executionId: string,
): Promise<void> {
  const { run, runs, services } = stores;
  const name = nameOfRun(stores, executionId);
  const there = await servers.send(id, executionId);
  await runs.actions.reload();
  await showRun(run, services.runner, there);
  notifyPerson({ tone: 'ok', title: `${name} is at ${serverName} as ${nameOfRun(stores, there).toLowerCase()}.` });
}

import { z } from 'zod';
import { readBoundedBytes } from '@/base/bounded-body';
import { defined } from '@/base/defined';
import { AppError, toFailure } from '@/base/errors';
import { formatBytes } from '@/base/figures';
import { listSources } from '@/host/sources-of';
import { findPretence } from '@/plan/simulated-only';
import { isUnfinished } from '@/run/is-unfinished';
import { fileLimits } from '@/workflow/file-repository';
import type { RunPlace, RunServer } from '../border/servers-api';
import { FollowedRun } from './follow-run';
import { findOwnServer } from './own-server';
import { readSentFiles, readSentWorkflow, sendCopy, sendMissing, sendSources } from './send-runs';
import { filesAnswer, runAnswer, runsAnswer, serverAnswer, workflowsAnswer } from './server-answers';
import { createJsonBody, createServerClient, type ServerClient } from './server-client';
import type { ServersHost, ServersOptions } from './servers-options';
import { StartKeys } from './start-keys';

type SavedServer = Pick<RunServer, 'id' | 'name' | 'address'>;

const savedServers = z.array(z.strictObject({ id: z.string(), name: z.string(), address: z.string() }));
const key = 'servers';

/** The most runs of a server that are listened to at once; others are asked for. */
const mostPlaces = 3;
/** How long the text of a workflow may take to arrive. */
const textMs = 60_000;

/** Makes the host. It looks for servers when somebody asks for them, or a run is at one. */
export function createServersHost(options: ServersOptions): ServersHost {
  const { stores, locks, listener, clock, marks, tokens, newId, origin, fetch, runner, secrets } = options;
  const { executions, settings, files } = stores;
  const sending = { stores, secrets };
  const startKeys = new StartKeys(options);
  const followed = new Map<string, FollowedRun>();
  /** The runs that are about to be followed. */
  const beginning = new Map<string, Promise<FollowedRun | undefined>>();
  const places = new Map<string, number>();
  /** Runs that are being removed: who asks for their owner must not begin to follow them again. */
  const leaving = new Set<string>();
  let own: Promise<SavedServer | undefined> | undefined;

  const readSaved = async () => savedServers.catch([]).parse(await settings.get(key));

  async function listServers(): Promise<readonly SavedServer[]> {
    own ??= findOwnServer(fetch, origin);
    const [entered, found] = await Promise.all([readSaved(), own]);
    return found === undefined || entered.some(({ address }) => address === found.address)
      ? entered
      : [found, ...entered];
  }

  const servers = new Map<string, SavedServer>();
  async function getServer(id: string): Promise<SavedServer> {
    for (const one of await listServers()) servers.set(one.id, one);
    const found = servers.get(id);
    if (found === undefined) {
      throw new AppError('VALIDATION_ERROR', 'This server is no longer in the settings.', {
        advice: 'Add it again, or take the run here.',
      });
    }
    return found;
  }

  const clientFor = ({ id, name, address }: SavedServer): ServerClient =>
    createServerClient({ name, address, token: tokens.get(id) }, fetch, origin);
  const getClient = async (id: string) => clientFor(await getServer(id));

  /** The server of a run that is marked. Error `VALIDATION_ERROR`: it is run here. */
  async function findPlacedServer(executionId: string): Promise<SavedServer> {
    const mark = (await marks.all())[executionId];
    if (mark === undefined) throw new AppError('VALIDATION_ERROR', 'This run does not run at a server.');
    return getServer(mark.server);
  }

  /** Follows a run, unless another tab does. */
  async function beginFollowing(
    executionId: string,
    workflowId: string,
    server: SavedServer,
  ): Promise<FollowedRun | undefined> {
    const before = followed.get(executionId) ?? beginning.get(executionId);
    if (before !== undefined) return before;
    const begun = followHeld(executionId, workflowId, server).finally(() => beginning.delete(executionId));
    beginning.set(executionId, begun);
    return begun;
  }

  async function followHeld(
    executionId: string,
    workflowId: string,
    server: SavedServer,
  ): Promise<FollowedRun | undefined> {
    const hold = await locks.hold(executionId);
    if (!hold.ok) return undefined;
    // Until the run was held it may have been taken here, or removed.
    const isMarked = await marks.all().then(
      (marked) => Object.hasOwn(marked, executionId),
      () => false,
    );
    if (!isMarked || leaving.has(executionId)) {
      hold.value.release();
      return undefined;
    }
    const takePlace = () => {
      const taken = places.get(server.id) ?? 0;
      if (taken >= mostPlaces) return undefined;
      places.set(server.id, taken + 1);
      return () => void places.set(server.id, (places.get(server.id) ?? 1) - 1);
    };
    const world = {
      stores,
      listener,
      clock,
      client: () => clientFor(servers.get(server.id) ?? server),
      place: takePlace,
    };
    const run = new FollowedRun(world, { executionId, workflowId }, hold.value);
    followed.set(executionId, run);
    void run.over.then(() => {
      if (followed.get(executionId) === run) followed.delete(executionId);
    });
    return run;
  }

  /** Follows a marked run that has not ended; undefined: another tab does, or it has ended. */
  async function resume(executionId: string): Promise<FollowedRun | undefined> {
    const running = followed.get(executionId);
    if (running !== undefined) return running;
    const run = await executions.get(executionId);
    if (run === undefined || !isUnfinished(run.status)) return undefined;
    return beginFollowing(executionId, run.workflowId, await findPlacedServer(executionId));
  }

  async function followRun(serverId: string, executionId: string, workflowId: string): Promise<void> {
    const server = await getServer(serverId);
    const known = await executions.get(executionId);
    const mark = (await marks.all())[executionId];
    if (known !== undefined && mark?.server !== serverId) {
      throw new AppError('VALIDATION_ERROR', 'A run of this name is here already.');
    }
    // Marked before it is stored: what is stored and has no mark would be run here.
    await marks.set(executionId, serverId);
    const run = await beginFollowing(executionId, workflowId, server);
    try {
      await run?.begun;
    } catch (error) {
      await run?.stop();
      if ((await executions.get(executionId)) === undefined) await marks.set(executionId, undefined);
      throw error;
    }
  }

  /** Starts a run at a server, and follows it. Resolves to its id. */
  async function startAt(serverId: string, workflowId: string, path: string, body: object): Promise<string> {
    return startKeys.once([serverId, path, body], async (key) => {
      const init = createJsonBody(body, { 'Idempotency-Key': `"${key}"` });
      const { id } = await (await getClient(serverId)).json(path, runAnswer, init);
      await followRun(serverId, id, workflowId);
      return id;
    });
  }

  async function leaveRun(executionId: string): Promise<void> {
    await followed.get(executionId)?.stop();
  }

  /** Ends the following of runs for good. They lose their marks after `remove`; if that fails they keep them. */
  async function forgetRuns(ids: readonly string[], remove?: () => Promise<void>): Promise<void> {
    for (const id of ids) leaving.add(id);
    try {
      for (const id of ids) await leaveRun(id);
      await remove?.();
      const marked = await marks.all();
      for (const id of ids) if (Object.hasOwn(marked, id)) await marks.set(id, undefined);
    } finally {
      for (const id of ids) leaving.delete(id);
    }
  }

  const steer = (verb: 'pause' | 'resume' | 'cancel') => async (executionId: string) => {
    const client = clientFor(await findPlacedServer(executionId));
    const there = await client.json(`/runs/${executionId}/${verb}`, runAnswer, { method: 'POST' });
    await followed.get(executionId)?.has(there.lastSeq);
    followed.get(executionId)?.tryNow();
  };

  /** What the run wrote there, into the files of its workflow, as if it had run here. */
  async function takeFiles(client: ServerClient, executionId: string, workflowId: string): Promise<void> {
    const signal = AbortSignal.timeout(300_000);
    const { files: listed } = await client.json(`/runs/${executionId}/files`, filesAnswer, { signal });
    for (const { path } of listed) {
      const pages = await client.pages(`/runs/${executionId}/file?path=${encodeURIComponent(path)}`, signal);
      if (pages === undefined) continue;
      const content = await readBoundedBytes(pages, fileLimits.bytes);
      if (content === undefined) {
        throw new AppError('FILE_REFUSED', `“${path}” is larger than a file may be: ${formatBytes(fileLimits.bytes)}.`);
      }
      await files.write(workflowId, [{ path, content }]);
    }
  }

  return {
    list: async () => {
      const held = await tokens.status();
      return (await listServers()).map((server) => ({
        ...server,
        token: held[server.id],
        ...defined({ isOwn: server.id === ownId || undefined }),
      }));
    },
    save: async ({ id = newId(), name, address }, token, passphrase) => {
      const server = {
        id,
        name: name.trim() || new URL(parsePlainAddress(address)).host,
        address: parsePlainAddress(address),
      };
      const others = (await readSaved()).filter((one) => one.id !== id);
      const before = (await listServers()).find((one) => one.id === id);
      if (id !== ownId) await settings.put(key, [...others, server]);
      if (token !== undefined) await tokens.set(id, token, passphrase);
      // A token is sent to nobody but the server that it was given for.
      else if (before !== undefined && before.address !== server.address) await tokens.forget(id);
      servers.set(id, server);
      for (const run of followed.values()) run.tryNow();
      return id;
    },
    remove: async (id) => {
      await settings.put(
        key,
        (await readSaved()).filter((one) => one.id !== id),
      );
      await tokens.forget(id);
      servers.delete(id);
    },
    test: async ({ id, address }, token) => {
      try {
        const server = { id: id ?? '', name: 'The server', address: parsePlainAddress(address) };
        const isSame = (await listServers()).some((one) => one.id === id && one.address === server.address);
        const sent = token ?? (isSame ? tokens.get(server.id) : undefined);
        const client = createServerClient({ ...server, token: sent }, fetch, origin);
        const { version, scopes } = await client.json('/server', serverAnswer);
        return { ok: true, version, scopes };
      } catch (error) {
        return { ok: false, failure: toFailure(error) };
      }
    },
    start: async (serverId, workflowId, targets, inputs) => {
      const body = {
        ...(await readSentWorkflow(stores, workflowId)),
        files: await readSentFiles(stores, workflowId),
        targets,
        inputs,
      };
      return startAt(serverId, workflowId, '/runs', body);
    },
    fork: async (serverId, workflowId, { executionId, plan, ...wish }) => {
      const source = await sendSources(sending, await getClient(serverId), executionId, wish);
      const present = plan === 'present' && {
        workflow: await readSentWorkflow(stores, workflowId),
        files: await readSentFiles(stores, workflowId),
      };
      return startAt(serverId, workflowId, `/runs/${source}/forks`, { ...wish, ...present });
    },
    runs: async (serverId, after) => {
      const more = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
      return (await getClient(serverId)).json(`/runs?limit=50${more}`, runsAnswer);
    },
    workflows: async (serverId) => (await (await getClient(serverId)).json('/workflows', workflowsAnswer)).workflows,
    workflowText: async (serverId, name) => {
      const client = await getClient(serverId);
      const pages = await client.pages(`/workflows/${encodeURIComponent(name)}/text`, AbortSignal.timeout(textMs));
      if (pages === undefined) throw new AppError('VALIDATION_ERROR', `“${name}” is no longer served.`);
      const bytes = await readBoundedBytes(pages, fileLimits.bytes);
      if (bytes !== undefined) return bytes;
      throw new AppError('FILE_REFUSED', `“${name}” is larger than a file may be: ${formatBytes(fileLimits.bytes)}.`);
    },
    follow: followRun,
    placeOf: async (executionId) => {
      const mark = (await marks.all())[executionId];
      if (mark === undefined) return undefined;
      const run = followed.get(executionId);
      const name = await getServer(mark.server).then(
        (server) => server.name,
        () => 'a server that was removed',
      );
      return { server: { id: mark.server, name }, state: run?.state, failure: run?.failure } satisfies RunPlace;
    },
    takeHere: async (executionId) => {
      const execution = await executions.get(executionId);
      if (execution !== undefined && isUnfinished(execution.status)) {
        const run = await resume(executionId);
        if (run?.state !== 'gone') {
          const client = clientFor(await findPlacedServer(executionId));
          const there = await client.json(`/runs/${executionId}/pause`, runAnswer, { method: 'POST' });
          if (run === undefined) {
            throw new AppError('VALIDATION_ERROR', 'Another tab follows this run.', {
              advice: 'Take it here in that tab.',
            });
          }
          await run.has(there.lastSeq);
          await takeFiles(client, executionId, execution.workflowId);
        }
      }
      // First its mark: who gets the right to write the run after this sees that it is no longer there.
      await marks.set(executionId, undefined);
      await leaveRun(executionId);
    },
    send: async (serverId, executionId) => {
      const client = await getClient(serverId);
      await runner.pause(executionId);
      const execution = await executions.get(executionId);
      if (execution === undefined) throw new AppError('VALIDATION_ERROR', 'This run no longer exists.');
      // What it takes from has to be there, or is asked again.
      if (isUnfinished(execution.status))
        await sendMissing(sending, client, await listSources(stores, execution, findPretence(execution.plan)));
      const there = await sendCopy(sending, client, execution);
      if (isUnfinished(execution.status)) {
        await client.json(`/runs/${there.id}/resume`, runAnswer, { method: 'POST' });
      }
      await followRun(serverId, there.id, execution.workflowId);
      return there.id;
    },
    tryNow: async () => {
      for (const run of followed.values()) run.tryNow();
    },
    cancel: steer('cancel'),
    pause: steer('pause'),
    resume: steer('resume'),
    provideInput: async (executionId, path, answer) => {
      const client = clientFor(await findPlacedServer(executionId));
      await client.done(`/runs/${executionId}/answers`, createJsonBody({ path, answer }));
    },
    owner: async (executionId) => {
      // The tab that followed it may be gone.
      const run = await resume(executionId);
      if (run === undefined) return 'here';
      if (run.state === 'unowned') return 'nobody';
      return run.state === 'live' ? 'here' : 'elsewhere';
    },
    isHere: (executionId) => followed.has(executionId),
    followUnfinished: async () => {
      for (const executionId of Object.keys(await marks.all())) await resume(executionId).catch(() => undefined);
    },
    leave: leaveRun,
    forget: forgetRuns,
  };
}

/** The id of the server that serves the page. */
const ownId = 'own';

/** An address without what follows its host. Error `VALIDATION_ERROR`: it is none. */
function parsePlainAddress(text: string): string {
  const whole = /^[a-z]+:\/\//i.test(text.trim()) ? text.trim() : `http://${text.trim()}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.hostname === '') {
    throw new AppError('VALIDATION_ERROR', 'This is not the address of a server.', {
      advice: 'It is written like https://flows.example.org or http://127.0.0.1:4400.',
    });
  }
  return url.origin;
}

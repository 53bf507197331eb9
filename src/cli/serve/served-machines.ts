import { err, ok, type Result } from '@/base/result';
import { labelPattern, mostLabels } from '@/serve/machines/labels';
import type { RunMachines } from '@/serve/machines/run-machines';
import { readRestateAddress } from '@/serve/restate/restate-address';
import type { ServeLog } from '@/serve/serve-log';
import { isLoopback } from '@/tools/oauth/oauth-address';
import type { ServeFlags } from './serve-flags';

/** The port at which a machine listens for Restate unless another is given: what Restate's own guides use. */
const usualListen = '127.0.0.1:9080';

/** How long a server waits for Restate before it refuses, in ms. */
const patienceMs = 15_000;

/**
 * The machines with which a server shares its runs; undefined: none. `isShared`: whether its store is one that several
 * machines reach. Refused with a message. Error `VALIDATION_ERROR`: the address is none, or a package is not installed.
 */
export async function connectMachines(
  flags: ServeFlags,
  isShared: boolean,
  log: ServeLog,
): Promise<Result<RunMachines | undefined, string>> {
  const { engine, 'engine-listen': listen = usualListen, 'engine-machines': machines, 'engine-key': keys = [] } = flags;
  if (engine === undefined) {
    const given = (['engine-listen', 'engine-machines', 'engine-key', 'engine-label'] as const).find(
      (name) => flags[name] !== undefined,
    );
    return given === undefined ? ok(undefined) : err(`--${given} needs --engine.`);
  }
  if (!isShared) {
    return err('--engine needs a store that all machines reach: add --store postgres://…');
  }
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(listen) ?? [];
  if (host === '' || Number(port) > 65_535) return err(`--engine-listen ${listen}: HOST:PORT is expected.`);
  if (!isLoopback(host) && keys.length === 0) {
    return err(
      `On ${host} others reach the port for Restate, and could have work done with the keys of this server. Name the key by which Restate signs: --engine-key publickeyv1_…`,
    );
  }
  const wrong = keys.find((key) => !/^publickeyv1_[1-9A-HJ-NP-Za-km-z]+$/.test(key));
  if (wrong !== undefined) return err('--engine-key: a key of Restate is expected, publickeyv1_…');
  if (machines !== undefined && !/^https?:\/\/[^/]+\/?$/.test(machines)) {
    return err(`--engine-machines ${machines}: a URL without a path is expected, such as http://10.0.0.9:9080.`);
  }
  const { 'engine-label': labels = [] } = flags;
  const unfit = labels.find((label) => !labelPattern.test(label));
  if (unfit !== undefined || labels.length > mostLabels) {
    return err(`--engine-label: at most ${mostLabels} labels of small letters, digits, - and _ are expected.`);
  }
  const { createRestateMachines: restateMachines } = await import('@/serve/restate/restate-machines');
  const address = readRestateAddress(engine);
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return ok(
    await restateMachines({
      ...address,
      host: bare,
      port: Number(port),
      machines,
      identityKeys: keys,
      labels,
      patienceMs,
      log,
    }),
  );
}

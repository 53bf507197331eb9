import type { SecretOf } from '@/engine/ports/machine';
import type { Plan } from '@/plan/plan';
import { addGrants, isSameUse, type SecretUse } from '@/plan/secrets/secret-grant';
import type { ServedSecrets } from '@/serve/serve-options';
import type { Env } from '../processes/process-env';
import { createEnvSecrets, findSecretRefusal, isGranted } from '../secrets/allowed-uses';
import type { GrantStore } from '../secrets/grant-file';

/** The secrets of a server: what it was started with, and what its owner allowed for files since. */
export interface OpenServedSecrets {
  readonly secrets: ServedSecrets;
  /** The secrets that a run of a file may send; undefined: a run of no file that is served. */
  openFor(file: string | undefined): Promise<SecretOf>;
  /** Why a plan is not run; undefined: it sends nothing that is not allowed. */
  refusalFor(plan: Plan, file: string | undefined): Promise<string | undefined>;
}

/** `started`: what the server was started with, for all workflows. `onDamaged`: what is kept cannot be read. */
export function openServedSecrets(
  env: Env,
  started: readonly SecretUse[],
  kept: GrantStore,
  now: () => number,
  onDamaged: (message: string) => void,
): OpenServedSecrets {
  /** Changes one after the other: each reads what the last has written. */
  let last: Promise<unknown> = Promise.resolve();
  const change = (make: Parameters<GrantStore['change']>[0]) => {
    const changed = last.then(() => kept.change(make));
    last = changed.catch(() => {});
    return changed;
  };
  async function createPermits(file: string | undefined): Promise<(use: SecretUse) => boolean> {
    const granted = await kept.all().catch((error: Error) => {
      onDamaged(error.message);
      return [];
    });
    return (use) => started.some((one) => isSameUse(one, use)) || (file !== undefined && isGranted(granted, use, file));
  }
  return {
    secrets: {
      list: async () => [...started, ...(await kept.all())],
      allow: (file, use) =>
        change((before) => addGrants(before, [{ ...use, scope: file, at: new Date(now()).toISOString() }])),
      revoke: async (file, use) => {
        let isRevoked = false;
        await change((before) => {
          const left = before.filter((grant) => grant.scope !== file || !isSameUse(grant, use));
          isRevoked = left.length < before.length;
          return left;
        });
        return isRevoked;
      },
    },
    openFor: async (file) => createEnvSecrets(env, await createPermits(file)),
    refusalFor: async (plan, file) => {
      const unless =
        file === undefined
          ? 'this server does only with --allow-secret'
          : 'this server does once its owner allows it (POST /api/v1/workflows/NAME/secrets), or with --allow-secret';
      return findSecretRefusal(plan, await createPermits(file), unless);
    },
  };
}

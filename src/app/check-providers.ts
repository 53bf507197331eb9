import type { ModelRef } from '@/plan/plan';
import type { ProviderCheck } from '@/state/services';
import type { Workers } from '@/worker/border/client';
import type { Connection, KeyStatus } from '@/worker/border/engine-api';

type Engine = Pick<Workers['engine'], 'keys' | 'models' | 'settings'>;

const keyWords: { readonly [K in KeyStatus]: ProviderCheck['key'] } = {
  not_needed: 'not_needed',
  missing: 'missing',
  locked: 'locked',
  in_memory: 'there',
  unlocked: 'there',
};

/** Says what is known of the providers of some models: see `Services.checkProviders`. Simulated ones are left out. */
export async function checkProviders(
  { keys, models, settings }: Engine,
  asked: readonly ModelRef[],
  isAsked: boolean,
): Promise<readonly ProviderCheck[]> {
  const [providers, status] = await Promise.all([settings.providers(), keys.status()]);
  const used = providers.filter(
    ({ id, protocol }) => protocol !== 'simulated' && asked.some(({ provider }) => provider === id),
  );
  const canAnswer = (id: string) => status[id] !== 'missing' && status[id] !== 'locked';
  if (isAsked) {
    // The connection has why it failed.
    await Promise.all(used.filter(({ id }) => canAnswer(id)).map(({ id }) => models.served(id).catch(() => undefined)));
  }
  const connections = await models.connections();
  return Promise.all(
    used.map(async ({ id, label }) => {
      const connection = connections[id];
      const known = new Set(await models.modelsOf(id));
      const listed = connection?.list?.models.map(({ name }) => name);
      const wanted = asked.flatMap(({ provider, model }) => (provider === id ? [model] : []));
      const unknown = listed === undefined ? [] : wanted.filter((name) => !listed.includes(name) && !known.has(name));
      return { id, label, key: keyWords[status[id] ?? 'missing'], answer: buildAnswer(connection), unknown };
    }),
  );
}

function buildAnswer({ list, failed, isOutdated = false }: Partial<Connection> = {}): ProviderCheck['answer'] {
  if (failed !== undefined) return { failed: failed.failure.message };
  return list === undefined || isOutdated ? 'not_asked' : 'answered';
}

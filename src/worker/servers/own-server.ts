import type { RunServer } from '../border/servers-api';

/** The server that serves this page, if it is one of runs: it says so in a header. */
export async function findOwnServer(
  fetch: typeof globalThis.fetch,
  origin: string,
): Promise<Pick<RunServer, 'id' | 'name' | 'address'> | undefined> {
  if (!origin.startsWith('http')) return undefined;
  const response = await fetch(`${origin}/`, { method: 'HEAD', redirect: 'error' }).catch(() => undefined);
  return response?.headers.get('Heddle-Server') == null
    ? undefined
    : { id: 'own', name: 'the server of this page', address: origin };
}

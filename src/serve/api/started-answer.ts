import type { Context } from 'hono';
import type { ServeEnv } from '../access/access';
import { type KeyedRequest, keyedRequest } from '../runs/keyed-request';
import { runOf } from '../served-runs';
import { type ApiWorld, runJson } from './run-json';

/** The answer to what has started a run, or taken one in: the run, and where it is. */
export async function startedAnswer(c: Context<ServeEnv>, world: ApiWorld, id: string) {
  c.header('Location', `/api/v1/runs/${id}`);
  return c.json(await runJson(world, await runOf(world.options, id)), 201);
}

/** The request with its `Idempotency-Key`, see {@link keyedRequest}; undefined: it has none. */
export function requestKey(c: Context<ServeEnv>, operation: string, asked: unknown): KeyedRequest | undefined {
  return keyedRequest(c.req.header('idempotency-key'), c.get('tokenId'), operation, asked);
}

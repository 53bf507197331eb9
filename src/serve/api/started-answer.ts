import type { Context } from 'hono';
import type { ServeEnv } from '../access/access';
import { createKeyedRequest, type KeyedRequest } from '../runs/keyed-request';
import { findServedRun } from '../served-runs';
import { type ApiWorld, buildRunJson } from './run-json';

/** The answer to what has started a run, or taken one in: the run, and where it is. */
export async function createStartedAnswer(c: Context<ServeEnv>, world: ApiWorld, id: string) {
  c.header('Location', `/api/v1/runs/${id}`);
  return c.json(await buildRunJson(world, await findServedRun(world.options, id)), 201);
}

/** The request with its `Idempotency-Key`, see {@link createKeyedRequest}; undefined: it has none. */
export function readRequestKey(c: Context<ServeEnv>, operation: string, asked: unknown): KeyedRequest | undefined {
  return createKeyedRequest(c.req.header('idempotency-key'), c.get('tokenId'), operation, asked);
}

import { z } from '@hono/zod-openapi';
import type { Access } from '../access/access';
import type { AccessScope } from '../access/access-token';
import { apiSchemas } from './api-schemas';

/** An answer in JSON, as the description has it. */
export function createJsonAnswer<S extends z.ZodType>(description: string, schema: S) {
  return { description, content: { 'application/json': { schema } } };
}

const createRefusalAnswer = (description: string) => createJsonAnswer(description, apiSchemas.refusal);

/** What refuses requests of every route. */
export const refusals = {
  400: createRefusalAnswer('The request does not fit.'),
  401: createRefusalAnswer('No token, or none that is valid.'),
  403: createRefusalAnswer('The token has not the scope, or pages of this origin are not allowed.'),
  429: createRefusalAnswer('Too many requests.'),
  500: createRefusalAnswer('Something failed here. The log of the server says where.'),
  503: createRefusalAnswer('The server is stopping, or has as much to do as it may.'),
} as const;

/** A thing that does not exist. */
export const notFound = { 404: createRefusalAnswer('There is no such thing.') } as const;

/** A request that does not fit the state of a thing. */
export const conflict = { 409: createRefusalAnswer('This does not fit the state that it is in.') } as const;

/** Refusals of what a client sends. */
export const refusedBodies = {
  413: createRefusalAnswer('The body is too large.'),
  422: createRefusalAnswer('The workflow cannot run as it is.'),
} as const;

/** What refuses requests that start a run. */
export const startRefusals = {
  ...refusals,
  ...refusedBodies,
  409: createRefusalAnswer('The same request is under way: its key came twice.'),
  422: createRefusalAnswer('The workflow cannot run as it is, or the key came with another request.'),
} as const;

/** The header by which a request that starts a run can be repeated. */
export const keyHeader = z.object({
  'idempotency-key': z.string().optional().openapi({
    description:
      'A text in quotes, new for each request, such as a UUID. A request that is repeated with its key is answered with the run that it had started.',
    example: '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
  }),
});

/** The id of a run in a path. */
export const runParams = z.object({
  id: z
    .string()
    .max(200)
    .openapi({ param: { name: 'id', in: 'path' }, example: '20261122-045144-9f1c22ab' }),
});

/** What a route needs of whoever calls it. The description says it, too (`x-scope`). */
export function requireScope(access: Access, scope: AccessScope) {
  return { security: [{ token: [] }], 'x-scope': scope, middleware: access.needs(scope) };
}

import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { isSameUse, parseSecretUse, type SecretUse } from '@/plan/secrets/secret-grant';
import { declaredSecrets } from '@/plan/secrets/secret-uses';
import type { Access, ServeEnv } from '../access/access';
import { refusedRequest } from '../refused-request';
import type { ServedSecrets } from '../serve-options';
import { jsonAnswer, notFound, refusals, refusedBodies, scoped } from './answers';
import { apiSchemas } from './api-schemas';
import type { ApiWorld } from './run-json';
import { workflowParams } from './workflow-routes';

/**
 * Adds the routes that show and change where the secrets of the server may be sent. Only what a file of the served
 * folder asks for can be allowed, and only for that file.
 */
export function addSecretRoutes(app: OpenAPIHono<ServeEnv>, { options, runs }: ApiWorld, access: Access): void {
  const { workflows, secrets } = options;

  function opened(): ServedSecrets {
    if (secrets === undefined) throw refusedRequest(404, 'This server keeps nothing of secrets.');
    return secrets;
  }

  /** A served workflow, its file, and what it would send. */
  async function find(name: string) {
    const served = await runs.workflow(name);
    const place = workflows.placeOf?.(served.name);
    if (place === undefined) throw refusedRequest(404, 'The workflow is in no file of this machine.');
    const { document } = served.read;
    return { served, file: place.file, uses: document === undefined ? [] : declaredSecrets(document) };
  }

  async function buildAnswer(name: string) {
    const { file, uses } = await find(name);
    const allowed = (await opened().list()).filter(({ scope }) => scope === undefined || scope === file);
    const isAsked = (use: SecretUse) => uses.some((one) => isSameUse(one, use));
    // What is allowed and no longer asked for is listed too, so that it can be taken back.
    const left = allowed.filter((grant) => grant.scope !== undefined && !isAsked(grant));
    return {
      secrets: [
        ...uses.map(({ secret, target, tool }) => {
          const grant = allowed.find((one) => isSameUse(one, { secret, target }));
          return { secret, target, tool, allowed: grant !== undefined, ...(grant?.at && { at: grant.at }) };
        }),
        ...left.map(({ secret, target, at }) => ({ secret, target, allowed: true, ...(at && { at }) })),
      ],
    };
  }

  app.openapi(
    createRoute({
      method: 'get',
      path: '/secrets',
      operationId: 'listSecrets',
      summary: 'Where the secrets of the server may be sent. No answer has the value of a secret.',
      ...scoped(access, 'admin'),
      responses: { ...refusals, ...notFound, 200: jsonAnswer('What is allowed.', apiSchemas.allowedSecrets) },
    }),
    async (c) => {
      const names = new Map(
        (await workflows.list()).map(({ name }): [string | undefined, string] => [
          workflows.placeOf?.(name)?.file,
          name,
        ]),
      );
      const allowed = (await opened().list()).map(({ secret, target, scope, at }) => ({
        ...{ secret, target },
        ...(scope === undefined ? {} : { workflow: names.get(scope) ?? null }),
        ...(at === undefined ? {} : { at }),
      }));
      return c.json({ secrets: allowed }, 200);
    },
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/workflows/{name}/secrets',
      operationId: 'getWorkflowSecrets',
      summary: 'Which secrets a workflow would send where, and whether it may.',
      ...scoped(access, 'admin'),
      request: { params: workflowParams },
      responses: { ...refusals, ...notFound, 200: jsonAnswer('By tool.', apiSchemas.workflowSecrets) },
    }),
    async (c) => c.json(await buildAnswer(c.req.valid('param').name), 200),
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: '/workflows/{name}/secrets',
      operationId: 'allowSecret',
      summary: 'Allows that a workflow sends a secret to where it asks for.',
      ...scoped(access, 'admin'),
      request: {
        params: workflowParams,
        body: { required: true, content: { 'application/json': { schema: apiSchemas.secretUse } } },
      },
      responses: {
        ...refusals,
        ...notFound,
        ...refusedBodies,
        200: jsonAnswer('As it is now.', apiSchemas.workflowSecrets),
      },
    }),
    async (c) => {
      const { name } = c.req.valid('param');
      const use = readUse(c.req.valid('json'));
      const { served, file, uses } = await find(name);
      if (!uses.some((one) => isSameUse(one, use))) {
        throw refusedRequest(422, `${served.name} does not send the secret ${use.secret} to ${use.target}.`);
      }
      await opened().allow(file, use);
      return c.json(await buildAnswer(name), 200);
    },
  );
  app.openapi(
    createRoute({
      method: 'delete',
      path: '/workflows/{name}/secrets',
      operationId: 'revokeSecret',
      summary: 'Takes back that a workflow may send a secret somewhere. Runs that begin from now on do not send it.',
      ...scoped(access, 'admin'),
      request: { params: workflowParams, query: apiSchemas.secretUse },
      responses: { ...refusals, ...notFound, 200: jsonAnswer('As it is now.', apiSchemas.workflowSecrets) },
    }),
    async (c) => {
      const { name } = c.req.valid('param');
      const { file } = await find(name);
      if (!(await opened().revoke(file, readUse(c.req.valid('query'))))) {
        throw refusedRequest(404, 'Nothing like that is allowed for this workflow.');
      }
      return c.json(await buildAnswer(name), 200);
    },
  );
}

/** A use as it was sent, its origin as origins are written. Error 400. */
function readUse({ secret, target }: SecretUse): SecretUse {
  const use = parseSecretUse(`${secret}=${target}`);
  if (!use.ok) throw refusedRequest(400, use.error);
  return use.value;
}

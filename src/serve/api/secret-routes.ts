import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { defined } from '@/base/defined';
import { isSameUse, parseSecretUse, type SecretUse } from '@/plan/secrets/secret-grant';
import { listDeclaredSecrets } from '@/plan/secrets/secret-uses';
import type { Access, ServeEnv } from '../access/access';
import { createRequestRefusal } from '../refused-request';
import type { ServedSecrets } from '../serve-options';
import { createJsonAnswer, notFound, refusals, refusedBodies, requireScope } from './answers';
import { apiSchemas } from './api-schemas';
import type { ApiWorld } from './run-json';
import { workflowParams } from './workflow-routes';

/**
 * Adds the routes that show and change where the secrets of the server may be sent. Only what a file of the served
 * folder asks for can be allowed, and only for that file.
 */
export function addSecretRoutes(app: OpenAPIHono<ServeEnv>, { options, runs }: ApiWorld, access: Access): void {
  const { workflows, secrets } = options;

  function expectSecrets(): ServedSecrets {
    if (secrets === undefined) throw createRequestRefusal(404, 'This server keeps nothing of secrets.');
    return secrets;
  }

  /** A served workflow, its file, and what it would send. */
  async function find(name: string) {
    const served = await runs.workflow(name);
    const place = workflows.placeOf?.(served.name);
    if (place === undefined) throw createRequestRefusal(404, 'The workflow is in no file of this machine.');
    const { document } = served.read;
    return { served, file: place.file, uses: document === undefined ? [] : listDeclaredSecrets(document) };
  }

  async function buildAnswer(name: string) {
    const { file, uses } = await find(name);
    const allowed = (await expectSecrets().list()).filter(({ scope }) => scope === undefined || scope === file);
    const isAsked = (use: SecretUse) => uses.some((one) => isSameUse(one, use));
    // What is allowed and no longer asked for is listed too, so that it can be taken back.
    const left = allowed.filter((grant) => grant.scope !== undefined && !isAsked(grant));
    return {
      secrets: [
        ...uses.map(({ secret, target, tool }) => {
          const grant = allowed.find((one) => isSameUse(one, { secret, target }));
          return { secret, target, tool, allowed: grant !== undefined, ...(grant?.at && { at: grant.at }) };
        }),
        ...left.map(({ secret, target, at }) => ({
          secret,
          target,
          allowed: true,
          ...defined({ at: at || undefined }),
        })),
      ],
    };
  }

  app.openapi(
    createRoute({
      method: 'get',
      path: '/secrets',
      operationId: 'listSecrets',
      summary: 'Where the secrets of the server may be sent. No answer has the value of a secret.',
      ...requireScope(access, 'admin'),
      responses: { ...refusals, ...notFound, 200: createJsonAnswer('What is allowed.', apiSchemas.allowedSecrets) },
    }),
    async (c) => {
      const names = new Map(
        (await workflows.list()).map(({ name }): [string | undefined, string] => [
          workflows.placeOf?.(name)?.file,
          name,
        ]),
      );
      const allowed = (await expectSecrets().list()).map(({ secret, target, scope, at }) => ({
        ...{ secret, target },
        ...defined({ workflow: scope === undefined ? undefined : (names.get(scope) ?? null), at }),
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
      ...requireScope(access, 'admin'),
      request: { params: workflowParams },
      responses: { ...refusals, ...notFound, 200: createJsonAnswer('By tool.', apiSchemas.workflowSecrets) },
    }),
    async (c) => c.json(await buildAnswer(c.req.valid('param').name), 200),
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: '/workflows/{name}/secrets',
      operationId: 'allowSecret',
      summary: 'Allows that a workflow sends a secret to where it asks for.',
      ...requireScope(access, 'admin'),
      request: {
        params: workflowParams,
        body: { required: true, content: { 'application/json': { schema: apiSchemas.secretUse } } },
      },
      responses: {
        ...refusals,
        ...notFound,
        ...refusedBodies,
        200: createJsonAnswer('As it is now.', apiSchemas.workflowSecrets),
      },
    }),
    async (c) => {
      const { name } = c.req.valid('param');
      const use = readUse(c.req.valid('json'));
      const { served, file, uses } = await find(name);
      if (!uses.some((one) => isSameUse(one, use))) {
        throw createRequestRefusal(422, `${served.name} does not send the secret ${use.secret} to ${use.target}.`);
      }
      await expectSecrets().allow(file, use);
      return c.json(await buildAnswer(name), 200);
    },
  );
  app.openapi(
    createRoute({
      method: 'delete',
      path: '/workflows/{name}/secrets',
      operationId: 'revokeSecret',
      summary: 'Takes back that a workflow may send a secret somewhere. Runs that begin from now on do not send it.',
      ...requireScope(access, 'admin'),
      request: { params: workflowParams, query: apiSchemas.secretUse },
      responses: { ...refusals, ...notFound, 200: createJsonAnswer('As it is now.', apiSchemas.workflowSecrets) },
    }),
    async (c) => {
      const { name } = c.req.valid('param');
      const { file } = await find(name);
      if (!(await expectSecrets().revoke(file, readUse(c.req.valid('query'))))) {
        throw createRequestRefusal(404, 'Nothing like that is allowed for this workflow.');
      }
      return c.json(await buildAnswer(name), 200);
    },
  );
}

/** A use as it was sent, its origin as origins are written. Error 400. */
function readUse({ secret, target }: SecretUse): SecretUse {
  const use = parseSecretUse(`${secret}=${target}`);
  if (!use.ok) throw createRequestRefusal(400, use.error);
  return use.value;
}

import { randomUUID } from 'node:crypto';
import { serveStatic } from '@hono/node-server/serve-static';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { secureHeaders } from 'hono/secure-headers';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import { decodeJson, encodeJson } from '@/base/json-text';
import { createAccess, type ServeEnv } from './access/access';
import { addEventRoutes } from './api/event-routes';
import { addOutputRoutes } from './api/output-routes';
import { addQuestionRoutes } from './api/question-routes';
import type { ApiWorld } from './api/run-json';
import { addRunRoutes } from './api/run-routes';
import { addSecretRoutes } from './api/secret-routes';
import { addSentRoutes } from './api/sent-routes';
import { addStartRoutes, createBodyLimit } from './api/start-routes';
import { addSteeringRoutes } from './api/steering-routes';
import { addWorkflowRoutes } from './api/workflow-routes';
import { createHandlerOfMcp } from './mcp/mcp-handler';
import { createRequestRefusal, findErrorStatus } from './refused-request';
import { describeLoggedError } from './serve-log';
import { createServeMetrics } from './serve-metrics';
import type { ServeOptions } from './serve-options';
import { createServedRuns, type ServedRuns } from './served-runs';

/** A server as a function of requests. */
export interface ServeApp {
  readonly fetch: OpenAPIHono<ServeEnv>['fetch'];
  readonly request: OpenAPIHono<ServeEnv>['request'];
  readonly runs: ServedRuns;
  /** The description of the API: OpenAPI 3.1. */
  description(): object;
}

const titles = { title: 'Heddle', license: { name: 'MIT', identifier: 'MIT' } } as const;

/** The routes of the API, in the order in which the description has them. */
const routes = [
  addWorkflowRoutes,
  addStartRoutes,
  addRunRoutes,
  addEventRoutes,
  addQuestionRoutes,
  addSteeringRoutes,
  addOutputRoutes,
  addSentRoutes,
  addSecretRoutes,
];

/** Header of the page when it is served with the API. */
const pageHeader = 'Heddle-Server';

/** What the page may do, as it says itself; workers need to be told by the server. */
const contentSecurity = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  workerSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'", 'https:', 'http:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

/** Makes the application: the page, the API, the MCP server, and what watches them. */
export function createServeApp(options: ServeOptions): ServeApp {
  const {
    limits,
    log,
    world: { clock },
  } = options;
  const runs = createServedRuns(options);
  const access = createAccess(options, () => clock.now());
  const metrics = createServeMetrics({
    active: () => runs.active,
    waitingForRoom: () => runs.hub.waitingForRoom,
    performed: () => runs.performed,
  });
  runs.hub.tap((_run, events) => metrics.events(events));
  const world: ApiWorld = { options, runs, onStreams: (open) => metrics.streams(open) };
  const app = new OpenAPIHono<ServeEnv>({
    strict: false,
    defaultHook: (result) => {
      if (result.success) return;
      const places = result.error.issues.map(({ path }) => path.join('.')).filter((place) => place !== '');
      const where = places.length === 0 ? '' : `: ${[...new Set(places)].slice(0, 5).join(', ')}`;
      throw createRequestRefusal(400, `The ${result.target === 'json' ? 'body' : result.target} does not fit${where}.`);
    },
  });

  app.use(async (c, next) => {
    const start = performance.now();
    const id = randomUUID();
    c.set('requestId', id);
    c.header('X-Request-Id', id);
    await next();
    const seconds = (performance.now() - start) / 1000;
    const route = routePath(c, -1);
    const { method } = c.req;
    metrics.request(method, route, c.res.status, seconds);
    const token = c.get('tokenId');
    const fields = { request: id, method, route, status: c.res.status, ms: Math.round(seconds * 1000) };
    log.info({ ...fields, ...defined({ token: token || undefined }) }, 'request');
  });
  // A page of an origin that is not allowed can tell by this whether there is a server at all.
  app.use('/healthz', async (c, next) => {
    await next();
    c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
  });
  app.use(
    secureHeaders({
      contentSecurityPolicy: contentSecurity,
      crossOriginResourcePolicy: 'same-site',
      crossOriginOpenerPolicy: false,
      strictTransportSecurity: false,
      xFrameOptions: 'DENY',
    }),
  );
  app.use(access.hosts);
  for (const path of ['/api/*', '/mcp', '/metrics']) app.use(path, access.origins, createBodyLimit(limits.bodyBytes));

  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', (c) => {
    if (runs.isDraining) return c.json({ status: 'stopping' }, 503);
    const waiting = runs.hub.waitingForRoom;
    return waiting === 0 ? c.json({ status: 'ready' }) : c.json({ status: 'storage_full', waiting }, 503);
  });
  app.get('/metrics', access.needs('read'), async (c) => {
    const { type, body } = await metrics.text();
    return c.body(body, 200, { 'Content-Type': type });
  });

  const api = new OpenAPIHono<ServeEnv>();
  Object.assign(api, { defaultHook: app.defaultHook });
  api.use(keepWholeNumbers);
  for (const add of routes) add(api, world, access);
  api.openAPIRegistry.registerComponent('securitySchemes', 'token', { type: 'http', scheme: 'bearer' });
  const description = () =>
    api.getOpenAPI31Document({
      openapi: '3.1.0',
      info: { ...titles, version: options.version, description: 'Runs the workflows of a folder.' },
      servers: [{ url: '/api/v1' }],
    });
  let described: string | undefined;
  app.get('/api/v1/openapi.json', (c) => {
    described ??= JSON.stringify(description());
    return c.body(described, 200, { 'Content-Type': 'application/json' });
  });
  app.route('/api/v1', api);

  const mcp = createHandlerOfMcp(world);
  app.all('/mcp', access.needs('run'), (c) => mcp(c.req.raw));

  addPage(app, options.pageFolder);
  app.notFound((c) => createErrorAnswer(c, createRequestRefusal(404, 'There is nothing here.')));
  app.onError((error, c) => {
    if (findErrorStatus(error) === 500 && !(error instanceof HTTPException)) {
      log.error({ request: c.get('requestId'), ...describeLoggedError(error) }, 'failed');
    }
    return createErrorAnswer(c, error);
  });
  return { fetch: app.fetch, request: app.request, runs, description };
}

/** Reads and writes bodies with the digits of whole numbers, of which the JSON of the platform would round some. */
const keepWholeNumbers: MiddlewareHandler<ServeEnv> = async (c, next) => {
  Object.assign(c.req, { json: async () => decodeJson(await c.req.text()) });
  Object.assign(c, {
    json: (value: unknown, status: ContentfulStatusCode = 200) =>
      c.body(encodeJson(value), status, { 'Content-Type': 'application/json' }),
  });
  await next();
};

/** An error as an answer. What a bug says is in the log only. */
function createErrorAnswer(c: Context<ServeEnv>, error: Error): Response {
  const requestId = c.get('requestId');
  if (error instanceof HTTPException) {
    const message = error.status === 400 ? 'The body is not what it says to be.' : 'The request cannot be taken.';
    return c.json({ error: { code: 'VALIDATION_ERROR', message, requestId } }, error.status);
  }
  const status = findErrorStatus(error);
  if (!(error instanceof AppError) || (status === 500 && error.code === 'INTERNAL')) {
    return c.json({ error: { code: 'INTERNAL', message: 'Something failed here.', requestId } }, 500);
  }
  const { code, message, advice, details } = error;
  const problems = details?.['problems'];
  return c.json(
    {
      error: {
        code,
        message,
        ...defined({ advice, problems }),
        requestId,
      },
    },
    status,
  );
}

/** The built page, without the command line that is built beside it. */
function addPage(app: OpenAPIHono<ServeEnv>, folder: string | undefined): void {
  if (folder === undefined) {
    app.get('/', (c) => c.text('Heddle serves its API at /api/v1. The page is not part of this installation.\n'));
    return;
  }
  app.get('/cli/*', (c) => c.notFound());
  app.get(
    '/*',
    compress(),
    serveStatic({
      root: folder,
      onFound: (path, c) => {
        // By which the page knows that the server of its runs is here.
        c.header(pageHeader, '/api/v1');
        c.header('Cache-Control', /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    }),
  );
}

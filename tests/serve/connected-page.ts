import type { AccessScope } from '@/serve/access/access-token';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import type { EngineApi } from '@/worker/border/engine-api';
import { createEngineHost } from '@/worker/engine-host';
import { createTabs } from '@/worker/tabs/tab-channel.testing';
import { type ServedHere, serveHere } from './served';

/** The origin of the page. */
export const origin = 'https://page.example';
/** Where the server is. */
export const address = 'http://127.0.0.1:4400';

/** The network between a page and a server, which can be cut. */
export function network(served: () => ServedHere) {
  const state = {
    isDown: false,
    /** How many answers to requests that change something do not arrive, from now on. */
    loses: 0,
    asked: [] as string[],
    tokens: new Map<string, string>(),
  };
  const open = new Set<AbortController>();
  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input));
    state.asked.push(`${init.method ?? 'GET'} ${url.pathname}${url.search}`);
    const authorization = new Headers(init.headers).get('authorization');
    if (authorization !== null) state.tokens.set(url.origin, authorization);
    if (state.isDown || url.origin !== address) throw new TypeError('Failed to fetch');
    const cut = new AbortController();
    open.add(cut);
    const headers = new Headers(init.headers);
    headers.set('origin', origin);
    headers.set('host', url.host);
    const signal = init.signal == null ? cut.signal : AbortSignal.any([init.signal, cut.signal]);
    const response = await served().app.request(`${url.pathname}${url.search}`, { ...init, headers, signal });
    const allowed = response.headers.get('access-control-allow-origin') === origin || init.mode === 'no-cors';
    if (!allowed) throw new TypeError('Failed to fetch');
    if (init.method === 'POST' && state.loses > 0) {
      state.loses -= 1;
      throw new TypeError('Failed to fetch');
    }
    return response;
  };
  return {
    ...state,
    state,
    fetch,
    /** Breaks all connections; until `up` there are no others. */
    down: () => {
      state.isDown = true;
      for (const one of open) one.abort();
    },
    up: () => {
      state.isDown = false;
    },
  };
}

/** A page with a workflow `w1` that is connected to a server. */
export interface Opened {
  readonly page: EngineApi;
  readonly server: string;
  readonly token: string;
  readonly served: ServedHere;
  readonly net: ReturnType<typeof network>;
  readonly stores: ReturnType<typeof createMemoryStores>;
  /** Another tab with the same storage. */
  tab(): Promise<EngineApi>;
  /** A page with the same storage after a reload, when all tabs were closed. */
  reloaded(): Promise<EngineApi>;
}

/** A page with a workflow `w1`, connected to a server. */
export async function connected(text: string, scopes?: readonly AccessScope[]): Promise<Opened> {
  const served = serveHere({}, { origins: [origin] });
  const net = network(() => served);
  const stores = createMemoryStores({ now: () => 0 });
  const tabs = createTabs();
  let locks = createMemoryRunLocks();
  const scripts = { run: () => Promise.reject(new Error('No scripts here.')) };
  const tab = () =>
    createEngineHost({ stores, locks, tabs: tabs.open(), scripts, patienceMs: 20, fetch: net.fetch, origin });
  const page = await tab();
  await page.workflows.save({
    id: 'w1',
    name: 'Mine',
    taskCount: 2,
    text,
    history: { past: [], future: [] },
    basedOn: 0,
  });
  await page.files.write('w1', [{ path: '/given.txt', content: new TextEncoder().encode('Given.') }]);
  const token = scopes && served.token(scopes);
  const server = await page.servers.save({ name: 'Loom', address }, token);
  const reloaded = () => {
    locks = createMemoryRunLocks();
    return tab();
  };
  return { page, server, token: token ?? '', served, net, stores, tab, reloaded };
}

import { cancelled } from '@/base/cancelled';
import { hasReason } from '@/base/errors';
import { tryParseJson } from '@/base/json-text';
import { toolError } from '@/base/tool-error';
import type { SignInState, SignIns } from '@/run/sign-ins';
import type { SettingsStore } from '@/storage/stores';
import { type Grant, grantSchema, secretsOf } from '@/tools/oauth/grant';
import type { Challenge, ServerSignIns } from '@/tools/oauth/server-sign-ins';
import type { OpenSignIn } from '@/tools/oauth/sign-in';
import { toolAddress } from '@/tools/tool-address';
import type { TabChannel, TabMessage } from '../tabs/tab-channel';
import type { HeldTexts } from './keys';
import { strikeAll } from './strike-all';

/** What sign-ins depend on. */
interface SignInsOptions {
  /** Stores grants like keys. `onChange`: calls its listener when a grant was added or removed. */
  readonly held: HeldTexts;
  readonly onChange: (listener: () => void) => () => void;
  readonly settings: SettingsStore;
  readonly tabs: TabChannel;
  /** Runs one work at a time for each name, over all tabs. */
  readonly alone: <T>(name: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
  readonly now: () => number;
  readonly fetch: typeof fetch;
}

/** Sign-ins of this machine: for the page, and for the protocol client. */
export interface HostSignIns extends ServerSignIns {
  readonly api: SignIns;
  /** All tokens in memory, which exports must not contain. */
  secrets(): readonly string[];
  /** Handles a message of another tab. */
  take(message: SignInMessage): void;
}

/** Messages between tabs about sign-ins. */
export type SignInMessage = Extract<TabMessage, { kind: 'sign-in' | 'sign-ins-wanted' }>;

/** A token is renewed this long before it expires, in ms: longer than a request takes to arrive. */
const aheadMs = 10_000;
/** How long to wait for another tab to send its grant, in ms. */
const otherTabMs = 5000;
/** The most sign-ins that can be open at once. */
const maxOpen = 20;

/** Why a server refused a request, and which token the request had. */
interface Refusal extends Challenge {
  readonly token: string | undefined;
}

/** Loaded on demand: the protocol library is large, and few workflows sign in anywhere. */
const protocol = () => import('@/tools/mcp/mcp-client');

/** Stores grants like keys, renews each once for all waiting calls, and shares them with the other tabs. */
export function createSignIns(options: SignInsOptions): HostSignIns {
  const { held, onChange, settings, tabs, alone, now, fetch: fetcher } = options;
  const refusals = new Map<string, Refusal>();
  const offered = new Set<string>();
  const open = new Map<string, OpenSignIn>();
  const renewing = new Map<string, Promise<string | undefined>>();
  const listeners = new Set<() => void>();
  let version = 1;
  const changed = () => {
    version += 1;
    for (const listener of [...listeners]) listener();
  };
  onChange(changed);
  tabs.post({ kind: 'sign-ins-wanted' });

  const nameOf = ({ href }: URL) => serverName(href) ?? href;
  const generationKey = (name: string) => `sign-in/${name}`;

  function grantOf(name: string): Grant | undefined {
    const text = held.get(name);
    return text === undefined ? undefined : grantSchema.parse(JSON.parse(text));
  }

  /** Undefined if the current token is not the one that was refused. */
  function refusalOf(name: string): Refusal | undefined {
    const refusal = refusals.get(name);
    return refusal !== undefined && refusal.token === grantOf(name)?.accessToken ? refusal : undefined;
  }

  function announce(name: string, text: string | null): void {
    const stored = held.all().get(name)?.stored === true;
    tabs.post({ kind: 'sign-in', server: name, grant: text, stored });
  }

  async function forget(name: string): Promise<void> {
    await held.forget(name);
    announce(name, null);
  }

  async function latestGeneration(name: string): Promise<number> {
    const generation = await settings.get(generationKey(name));
    return typeof generation === 'number' ? generation : 0;
  }

  /** The newer grant that another tab received; a refresh token that was used must not be used again. */
  async function fromOtherTab(name: string, generation: number): Promise<Grant | undefined> {
    tabs.post({ kind: 'sign-ins-wanted' });
    const isHere = () => (grantOf(name)?.generation ?? 0) >= generation;
    await until(isHere, AbortSignal.timeout(otherTabMs)).catch(() => {});
    return isHere() ? grantOf(name) : undefined;
  }

  function until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      listeners.add(check);
      signal.addEventListener('abort', check, { once: true });
      check();

      function check() {
        if (!holds() && !signal.aborted) return;
        listeners.delete(check);
        signal.removeEventListener('abort', check);
        if (signal.aborted) reject(cancelled('The call of the tool'));
        else resolve();
      }
    });
  }

  /** Renews a grant once for all waiting calls of all tabs: a refresh token can be used only once. */
  function renewed(name: string, refused: string): Promise<string | undefined> {
    const known = renewing.get(name);
    if (known !== undefined) return known;
    const renewal = alone(generationKey(name), new AbortController().signal, () => renew(name, refused));
    renewing.set(name, renewal);
    const done = () => renewing.delete(name);
    renewal.then(done, done);
    return renewal;
  }

  async function renew(name: string, refused: string): Promise<string | undefined> {
    const grant = grantOf(name);
    if (grant === undefined || grant.accessToken !== refused) return grant?.accessToken;
    const latest = await latestGeneration(name);
    if (latest > grant.generation) {
      const other = await fromOtherTab(name, latest);
      // The tab that received the newer grant is closed.
      if (other === undefined) await forget(name);
      return other?.accessToken;
    }
    if (grant.refreshToken === undefined) {
      await forget(name);
      return undefined;
    }
    const { renewGrant } = await protocol();
    try {
      const fresh = await renewGrant(grant, fetcher, now());
      await settings.put(generationKey(name), fresh.generation).catch(() => {});
      const text = JSON.stringify(fresh);
      await held.renew(name, text);
      announce(name, text);
      return fresh.accessToken;
    } catch (error) {
      if (!hasReason(error, 'revoked')) throw error;
      await forget(name);
      return undefined;
    }
  }

  function stateOf(name: string, status: SignInState['held']): SignInState {
    const refusal = refusalOf(name);
    const asks = refusal === undefined ? undefined : refusal.token === undefined ? 'sign_in' : 'more';
    return { ...(status === undefined ? {} : { held: status }), ...(asks === undefined ? {} : { asks }) };
  }

  return {
    async tokenOf(server) {
      const name = nameOf(server);
      const grant = grantOf(name);
      const { accessToken, expiresAt, refreshToken } = grant ?? {};
      const isOver = expiresAt !== undefined && expiresAt - now() < aheadMs;
      if (accessToken === undefined || !isOver || refreshToken === undefined) return accessToken;
      return renewed(name, accessToken);
    },
    renewed: (server, refused) => renewed(nameOf(server), refused),
    asked(server, challenge, token) {
      refusals.set(nameOf(server), { ...challenge, token });
      changed();
    },
    async isOffered(server) {
      const name = nameOf(server);
      const refusal = refusalOf(name);
      if (refusal === undefined || offered.has(name)) return refusal !== undefined;
      const { offersSignIn } = await protocol();
      const isOffered = await offersSignIn(server, refusal, fetcher);
      if (isOffered) offered.add(name);
      else refusals.delete(name);
      changed();
      return isOffered;
    },
    whenSignedIn: (server, signal) => until(() => refusalOf(nameOf(server)) === undefined, signal),
    strike(server, said) {
      const grant = grantOf(nameOf(server));
      return grant === undefined ? said : strikeAll(said, secretsOf(grant), `(token of ${server.host})`);
    },
    secrets: () => [...held.all().keys()].flatMap((name) => secretsOf(grantOf(name) as Grant)),
    take(message) {
      if (message.kind === 'sign-ins-wanted') {
        for (const [name, { key }] of held.all()) announce(name, key);
        return;
      }
      const { server, grant: text, stored } = message;
      const own = held.all().get(server);
      if (text === null) {
        if (own !== undefined) held.share(server, undefined, stored);
        return;
      }
      const grant = grantSchema.safeParse(tryParseJson(text));
      // A locked sign-in stays locked.
      if (!grant.success || grant.data.server !== server || (stored && own === undefined)) return;
      if ((grantOf(server)?.generation ?? 0) < grant.data.generation) held.share(server, text, stored);
    },
    api: {
      async states(after) {
        await until(() => after !== version, new AbortController().signal);
        const status = await held.status();
        const names = new Set([...Object.keys(status), ...refusals.keys()]);
        return { version, servers: Object.fromEntries([...names].map((name) => [name, stateOf(name, status[name])])) };
      },
      async begin(address, page, client) {
        const server = toolAddress(address);
        server.hash = '';
        const name = nameOf(server);
        const { beginSignIn } = await protocol();
        const signIn = await beginSignIn(
          { server, redirect: new URL(page), challenge: refusalOf(name), earlier: grantOf(name), client },
          fetcher,
        );
        open.set(signIn.state, signIn);
        for (const state of [...open.keys()].slice(0, -maxOpen)) open.delete(state);
        return { url: signIn.url.href, state: signIn.state };
      },
      async finish(state, answer, passphrase) {
        const signIn = open.get(state);
        if (signIn === undefined) throw toolError('This sign-in has expired.', 'Sign in again.');
        // A code can be used only once.
        open.delete(state);
        const { finishSignIn } = await protocol();
        const name = nameOf(signIn.server);
        const grant = await finishSignIn(signIn, new URLSearchParams(answer), fetcher, now());
        const generation = (await latestGeneration(name)) + 1;
        await settings.put(generationKey(name), generation).catch(() => {});
        const text = JSON.stringify({ ...grant, generation });
        await held.set(name, text, passphrase);
        announce(name, text);
      },
      nameOf: async (server) => serverName(server),
      forget: (server) => forget(serverName(server) ?? server),
    },
  };
}

/** The normalised address of a server; undefined if it is invalid. */
function serverName(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  url.hash = '';
  return url.href;
}

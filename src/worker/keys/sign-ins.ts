import { createCancelledError } from '@/base/cancelled';
import { defined } from '@/base/defined';
import { hasReason } from '@/base/errors';
import { tryParseJson } from '@/base/json-text';
import { createToolError } from '@/base/tool-error';
import type { SignInState, SignIns } from '@/run/sign-ins';
import type { SettingsStore } from '@/storage/stores';
import { loadMcpClient } from '@/tools/mcp/load-mcp-client';
import { type Grant, grantSchema, listGrantSecrets } from '@/tools/oauth/grant';
import type { Challenge, ServerSignIns } from '@/tools/oauth/server-sign-ins';
import type { OpenSignIn } from '@/tools/oauth/sign-in';
import { parseToolAddress } from '@/tools/tool-address';
import type { TabChannel, TabMessage } from '../tabs/tab-channel';
import type { HeldTexts } from './keys';
import { strikeAllSecrets } from './strike-all';

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

/** Stores grants like keys, renews each once for all waiting calls, and shares them with the other tabs. */
export function createSignIns(options: SignInsOptions): HostSignIns {
  const { held, onChange, settings, tabs, alone, now, fetch: fetcher } = options;
  const refusals = new Map<string, Refusal>();
  const offered = new Set<string>();
  const open = new Map<string, OpenSignIn>();
  const renewing = new Map<string, Promise<string | undefined>>();
  const listeners = new Set<() => void>();
  let version = 1;
  const tellChanged = () => {
    version += 1;
    for (const listener of [...listeners]) listener();
  };
  onChange(tellChanged);
  tabs.post({ kind: 'sign-ins-wanted' });

  const getName = ({ href }: URL) => normalizeServer(href) ?? href;
  const generationKey = (name: string) => `sign-in/${name}`;

  function findGrant(name: string): Grant | undefined {
    const text = held.get(name);
    return text === undefined ? undefined : grantSchema.parse(JSON.parse(text));
  }

  /** Undefined if the current token is not the one that was refused. */
  function findRefusal(name: string): Refusal | undefined {
    const refusal = refusals.get(name);
    return refusal !== undefined && refusal.token === findGrant(name)?.accessToken ? refusal : undefined;
  }

  function announce(name: string, text: string | null): void {
    const stored = held.all().get(name)?.stored === true;
    tabs.post({ kind: 'sign-in', server: name, grant: text, stored });
  }

  async function forgetGrant(name: string): Promise<void> {
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
    const isGrantHere = () => (findGrant(name)?.generation ?? 0) >= generation;
    await until(isGrantHere, AbortSignal.timeout(otherTabMs)).catch(() => {});
    return isGrantHere() ? findGrant(name) : undefined;
  }

  function until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      listeners.add(checkHolds);
      signal.addEventListener('abort', checkHolds, { once: true });
      checkHolds();

      function checkHolds() {
        if (!holds() && !signal.aborted) return;
        listeners.delete(checkHolds);
        signal.removeEventListener('abort', checkHolds);
        if (signal.aborted) reject(createCancelledError('The call of the tool'));
        else resolve();
      }
    });
  }

  /** Renews a grant once for all waiting calls of all tabs: a refresh token can be used only once. */
  function renewOnce(name: string, refused: string): Promise<string | undefined> {
    const known = renewing.get(name);
    if (known !== undefined) return known;
    const renewal = alone(generationKey(name), new AbortController().signal, () => renewNow(name, refused));
    renewing.set(name, renewal);
    const endRenewal = () => renewing.delete(name);
    renewal.then(endRenewal, endRenewal);
    return renewal;
  }

  async function renewNow(name: string, refused: string): Promise<string | undefined> {
    const grant = findGrant(name);
    if (grant === undefined || grant.accessToken !== refused) return grant?.accessToken;
    const latest = await latestGeneration(name);
    if (latest > grant.generation) {
      const other = await fromOtherTab(name, latest);
      // The tab that received the newer grant is closed.
      if (other === undefined) await forgetGrant(name);
      return other?.accessToken;
    }
    if (grant.refreshToken === undefined) {
      await forgetGrant(name);
      return undefined;
    }
    const { renewGrant } = await loadMcpClient();
    try {
      const fresh = await renewGrant(grant, fetcher, now());
      await settings.put(generationKey(name), fresh.generation).catch(() => {});
      const text = JSON.stringify(fresh);
      await held.renew(name, text);
      announce(name, text);
      return fresh.accessToken;
    } catch (error) {
      if (!hasReason(error, 'revoked')) throw error;
      await forgetGrant(name);
      return undefined;
    }
  }

  function buildState(name: string, status: SignInState['held']): SignInState {
    const refusal = findRefusal(name);
    const asks = refusal === undefined ? undefined : refusal.token === undefined ? 'sign_in' : 'more';
    return defined({ held: status, asks });
  }

  return {
    async tokenOf(server) {
      const name = getName(server);
      const grant = findGrant(name);
      const { accessToken, expiresAt, refreshToken } = grant ?? {};
      const isOver = expiresAt !== undefined && expiresAt - now() < aheadMs;
      if (accessToken === undefined || !isOver || refreshToken === undefined) return accessToken;
      return renewOnce(name, accessToken);
    },
    renewed: (server, refused) => renewOnce(getName(server), refused),
    asked(server, challenge, token) {
      refusals.set(getName(server), { ...challenge, token });
      tellChanged();
    },
    async isOffered(server) {
      const name = getName(server);
      const refusal = findRefusal(name);
      if (refusal === undefined || offered.has(name)) return refusal !== undefined;
      const { hasSignIn: offersSignIn } = await loadMcpClient();
      const isOffered = await offersSignIn(server, refusal, fetcher);
      if (isOffered) offered.add(name);
      else refusals.delete(name);
      tellChanged();
      return isOffered;
    },
    whenSignedIn: (server, signal) => until(() => findRefusal(getName(server)) === undefined, signal),
    strike(server, said) {
      const grant = findGrant(getName(server));
      return grant === undefined ? said : strikeAllSecrets(said, listGrantSecrets(grant), `(token of ${server.host})`);
    },
    secrets: () => [...held.all().keys()].flatMap((name) => listGrantSecrets(findGrant(name) as Grant)),
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
      if ((findGrant(server)?.generation ?? 0) < grant.data.generation) held.share(server, text, stored);
    },
    api: {
      async states(after) {
        await until(() => after !== version, new AbortController().signal);
        const status = await held.status();
        const names = new Set([...Object.keys(status), ...refusals.keys()]);
        return {
          version,
          servers: Object.fromEntries([...names].map((name) => [name, buildState(name, status[name])])),
        };
      },
      async begin(address, page, client) {
        const server = parseToolAddress(address);
        server.hash = '';
        const name = getName(server);
        const { beginSignIn } = await loadMcpClient();
        const signIn = await beginSignIn(
          { server, redirect: new URL(page), challenge: findRefusal(name), earlier: findGrant(name), client },
          fetcher,
        );
        open.set(signIn.state, signIn);
        for (const state of [...open.keys()].slice(0, -maxOpen)) open.delete(state);
        return { url: signIn.url.href, state: signIn.state };
      },
      async finish(state, answer, passphrase) {
        const signIn = open.get(state);
        if (signIn === undefined) throw createToolError('This sign-in has expired.', 'Sign in again.');
        // A code can be used only once.
        open.delete(state);
        const { finishSignIn } = await loadMcpClient();
        const name = getName(signIn.server);
        const grant = await finishSignIn(signIn, new URLSearchParams(answer), fetcher, now());
        const generation = (await latestGeneration(name)) + 1;
        await settings.put(generationKey(name), generation).catch(() => {});
        const text = JSON.stringify({ ...grant, generation });
        await held.set(name, text, passphrase);
        announce(name, text);
      },
      nameOf: async (server) => normalizeServer(server),
      forget: (server) => forgetGrant(normalizeServer(server) ?? server),
    },
  };
}

/** The normalised address of a server; undefined if it is invalid. */
function normalizeServer(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  url.hash = '';
  return url.href;
}

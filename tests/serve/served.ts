import type { OpenServedSecrets } from '@/cli/serve/served-secrets';
import { createMemoryFiles } from '@/engine/testing/memory-files.testing';
import { createWorld } from '@/engine/testing/world.testing';
import { builtInProviders } from '@/providers/built-in-providers';
import { createModelClient } from '@/providers/create-model-client';
import { type AccessScope, type AccessToken, makeAccessToken } from '@/serve/access/access-token';
import { findServedFile } from '@/serve/runs/served-file';
import { createServeApp, type ServeApp } from '@/serve/serve-app';
import { defaultServeLimits, type ServeLimits } from '@/serve/serve-limits';
import type { ServedWorkflow, ServeOptions } from '@/serve/serve-options';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { createFileRepository } from '@/storage/memory/file-repository';
import { systemClock } from '@/worker/system-clock';
import { type DescribedApi, describedApi } from './described-api';

/** A server in this process, with everything it needs in memory. */
export interface ServedHere {
  readonly app: ServeApp;
  readonly options: ServeOptions;
  /** Calls the API and holds each answer against the description. */
  readonly call: DescribedApi['call'];
  /** Every line that the server logged. */
  readonly logged: string[];
  /** A new token. */
  token(scopes: readonly AccessScope[], expiresAt?: number): string;
  readonly tokens: AccessToken[];
}

interface HereOptions extends Partial<Pick<ServeOptions, 'origins' | 'hostNames' | 'isOpen' | 'refusalOf'>> {
  readonly limits?: Partial<ServeLimits>;
  readonly writesThrough?: boolean;
  readonly secrets?: OpenServedSecrets;
  /** What answers in place of the models of the makers. */
  readonly models?: ServeOptions['world']['models'];
}

/** Serves workflows by their file names. */
export function serveHere(
  texts: Readonly<Record<string, string>>,
  { limits, writesThrough = false, secrets, models, ...more }: HereOptions = {},
): ServedHere {
  const logged: string[] = [];
  const tokens: AccessToken[] = [];
  let wasMade = false;
  const note = (fields: object, message: string) => void logged.push(JSON.stringify({ ...fields, message }));
  const workflows = new Map(
    Object.entries(texts).map(([name, text]): [string, ServedWorkflow] => [
      name,
      { name, text, notation: 'yaml', updatedAt: '2026-11-25T00:00:00.000Z' },
    ]),
  );
  const { scripts, tools, secretOf, catalogue, tokens: counter, random } = createWorld().deps;
  const files = createMemoryFiles({ '/notes/plan.md': 'Build it.' });
  let ids = 0;
  const stores = { ...createRunJournal(), files: createFileRepository() };
  const options: ServeOptions = {
    version: '1.2.3',
    stores,
    workflows: {
      list: async () => [...workflows.values()],
      read: async (name) => workflows.get(name),
      ...(secrets && { placeOf: (name) => ({ file: `/flows/${name}`, folder: '/flows' }) }),
    },
    tokens: {
      all: async () => (wasMade ? tokens : undefined),
      change: async (edit) => void tokens.splice(0, tokens.length, ...edit([...tokens])),
    },
    known: [],
    refusalOf: secrets?.refusalFor ?? (() => undefined),
    secrets: secrets?.secrets,
    limits: { ...defaultServeLimits, ...limits },
    log: { info: note, warn: note, error: note },
    pageFolder: undefined,
    origins: [],
    hostNames: undefined,
    isOpen: true,
    world: {
      models:
        models ??
        createModelClient({
          providers: () => builtInProviders,
          keyOf: () => undefined,
          onKeyChange: () => () => {},
          catalogue: async () => ({ ...(await catalogue()), learn: async () => {} }),
        }),
      scripts: () => scripts,
      tools: () => tools,
      openRunSecrets: async ({ id }) => secrets?.openFor(await findServedFile(stores, id)) ?? secretOf,
      clock: systemClock,
      random,
      catalogue: async () => ({ ...(await catalogue()), learn: async () => {} }),
      tokens: counter,
      newId: () => `run-${++ids}`,
      filesOf: () => files,
      writesThrough,
    },
    ...more,
  };
  const app = createServeApp(options);
  return {
    app,
    options,
    logged,
    tokens,
    call: describedApi(app.description(), async (path, init) => app.request(path, init)).call,
    token: (scopes, expiresAt) => {
      wasMade = true;
      const made = makeAccessToken({ name: 'test', scopes, now: Date.now(), expiresAt });
      tokens.push(made.token);
      return made.secret;
    },
  };
}

import { randomUUID } from 'node:crypto';
import { nodeClock } from '@/cli/node-clock';
import type { Clock } from '@/engine/ports/machine';
import type { ToolClient } from '@/engine/ports/tool-client';
import { runPlan } from '@/engine/run-plan';
import { createMemoryBlobs } from '@/engine/testing/memory-stores.testing';
import { createWorld } from '@/engine/testing/world.testing';
import { checkText } from '@/formats/check-text';
import { buildPlan } from '@/plan/build-plan';
import type { CatalogueStore } from '@/providers/catalogue/catalogue-store';
import { createMemoryCatalogueStore } from '@/providers/catalogue/catalogue-store.testing';
import { createCatalogue } from '@/providers/catalogue/create-catalogue';
import { createModelClient } from '@/providers/create-model-client';
import { createLimiter } from '@/providers/limits/call-limiter';
import type { LimitShare } from '@/providers/limits/limit-share';
import { createMemoryShare } from '@/providers/limits/memory-share';
import type { ProviderConfig } from '@/providers/provider-config';
import type { EventOf, RunEvent, RunEventKind } from '@/run/events';
import type { RunStatus } from '@/run/run-state';

/** A provider as Heddle configures it. */
export interface MakerCase {
  readonly maker: 'openai' | 'anthropic' | 'google' | 'plain';
  readonly protocol: 'openai' | 'anthropic' | 'google' | 'compatible';
  readonly model: string;
}

/** The tested providers, each with a model that thinks by itself; the plain server has any model. */
export const makerCases: readonly MakerCase[] = [
  { maker: 'openai', protocol: 'openai', model: 'gpt-6-astra' },
  { maker: 'anthropic', protocol: 'anthropic', model: 'claude-opus-5-5' },
  { maker: 'google', protocol: 'google', model: 'gemini-3.8-flash' },
  { maker: 'plain', protocol: 'compatible', model: 'test' },
];

/** A run, and its events. */
export interface LabRun {
  readonly status: RunStatus;
  readonly events: readonly RunEvent[];
  /** Events of a kind. */
  of<K extends RunEventKind>(kind: K): readonly EventOf<K>[];
  /** The message of the first task that failed; empty: none did. */
  readonly failure: string;
}

interface LabOptions {
  readonly providers: readonly ProviderConfig[];
  /** Default: one that forgets everything after the run. */
  readonly store?: CatalogueStore;
  /** ms since 1970. Default: 22 November 2026, the date of the tables. */
  readonly now?: number;
  /** Where the payloads of the run are stored. */
  readonly blobs?: ReturnType<typeof createMemoryBlobs>;
  /** The log of a run to resume. */
  readonly log?: readonly RunEvent[];
  /** A run whose recorded effects are reused where they are identical. */
  readonly recording?: Parameters<typeof runPlan>[0]['recording'];
  /** Shares the limits of providers with others. Default: shared with nobody. */
  readonly limits?: LimitShare;
  /** The clock of the limits. Default: the real time. */
  readonly limitClock?: Clock;
  /** Called with the calls that wait for limits. */
  readonly onWaits?: Parameters<typeof runPlan>[0]['onWaits'];
  /** Files of the workflow, by path. */
  readonly files?: Readonly<Record<string, Uint8Array>>;
  /** What the tool returns. Default: a few words. */
  readonly gives?: string | Uint8Array;
  /** Tools over the network. Default: they are unreachable. */
  readonly tools?: ToolClient;
}

/** A tool that looks up a page, a different one in each turn. */
export const lookTool = `tools:
  look:
    description: Looks up a page.
    parameters: { type: object, properties: { page: { type: integer } }, required: [page], additionalProperties: false }
    script: { language: bash, stdin: "{{page}}", content: 'echo "Page $(cat) tells little."' }
`;

const today = Date.parse('2026-11-22T10:00:00Z');

/** A provider configuration for an address; its id is the provider's name in the tables. */
export function providerFor(
  { maker, protocol }: MakerCase,
  baseUrl: string,
  more: Partial<ProviderConfig> = {},
): ProviderConfig {
  return { id: maker, label: maker, protocol, baseUrl, needsKey: false, ...more };
}

/**
 * Runs a workflow over real HTTP with Heddle's catalogue, to its end. Throws the problems of the text, if it has any.
 */
export async function runLab(text: string, options: LabOptions): Promise<LabRun> {
  const { providers, store = createMemoryCatalogueStore(), now = today, blobs = createMemoryBlobs() } = options;
  const names = providers.map(({ id }) => id);
  const { document, diagnostics } = checkText(text, names, 'yaml');
  if (document === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const catalogue = await createCatalogue({ store, windows: () => providers, now: () => now });
  const plan = buildPlan(document, names);
  if (!plan.ok) throw new Error(plan.error.map(({ message }) => message).join('\n'));
  const limiter = createLimiter({
    share: options.limits ?? createMemoryShare(),
    limitsOf: (id) => providers.find((provider) => provider.id === id)?.limits,
    clock: options.limitClock ?? nodeClock,
    newId: randomUUID,
  });
  const { deps, log, files } = createWorld({
    blobs,
    script: () => ({ stdout: options.gives ?? 'A page that tells little.' }),
    ...(options.tools === undefined ? {} : { tools: options.tools }),
    ...(options.log === undefined ? {} : { log: options.log }),
  });
  for (const [path, bytes] of Object.entries(options.files ?? {})) await files.write(path, bytes);
  const status = await runPlan({
    executionId: 'run',
    workflowId: 'flow',
    plan: plan.value,
    deps: {
      ...deps,
      clock: nodeClock,
      catalogue: async () => catalogue,
      models: createModelClient({
        providers: () => providers,
        keyOf: () => 'k',
        onKeyChange: () => () => undefined,
        catalogue: async () => catalogue,
        limiter,
      }),
    },
    signal: new AbortController().signal,
    ...(options.recording === undefined ? {} : { recording: options.recording }),
    ...(options.onWaits === undefined ? {} : { onWaits: options.onWaits }),
    onEvents: () => undefined,
    onDelta: () => undefined,
  });
  const { events } = log;
  const of: LabRun['of'] = (kind) => events.filter((event): event is EventOf<typeof kind> => event.kind === kind);
  return { status, events, of, failure: of('task.failed')[0]?.error?.message ?? '' };
}

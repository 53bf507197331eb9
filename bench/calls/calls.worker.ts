import type { ModelClient } from '@/engine/ports/model-client';
import { createCatalogue } from '@/providers/catalogue/create-catalogue';
import { createModelClient } from '@/providers/create-model-client';
import type { ProviderConfig } from '@/providers/provider-config';
import { median } from '../measure.mjs';
import { bareCall, protocols, question } from './spoken';

type ProtocolName = keyof typeof protocols;

/** Calls that are not measured, and calls that are. The two take turns, one after the other. */
const calls = { warm: 100, measured: 500 };

/** A model client as the engine has it: with the whole catalogue, which is loaded once. */
async function clientOf(protocol: ProtocolName, url: string): Promise<ModelClient> {
  const provider: ProviderConfig = { id: protocol, label: protocol, protocol, baseUrl: `${url}/v1`, needsKey: true };
  const kept = { get: async () => undefined, update: async () => {} };
  const catalogue = await createCatalogue({ store: kept, now: () => Date.now() });
  return createModelClient({
    providers: () => [provider],
    keyOf: () => 'key',
    onKeyChange: () => () => {},
    catalogue: async () => catalogue,
  });
}

async function heddleCall(client: ModelClient, protocol: ProtocolName): Promise<string> {
  let shown = '';
  const request = {
    model: { provider: protocol, model: protocols[protocol].model },
    messages: [{ role: 'user' as const, content: question }],
    options: {},
    maxOutputTokens: 1000,
    idempotencyKey: 'run/task/attempt/1/turn/1',
  };
  const { signal } = new AbortController();
  const reply = await client.generate(request, {
    signal,
    onText: (text) => {
      shown += text;
    },
  });
  if (shown !== reply.content) throw new Error('What was shown is not what was said.');
  return reply.content;
}

/** Medians in ms, and how much more ours is. */
async function measure(protocol: ProtocolName, url: string): Promise<Readonly<Record<string, number>>> {
  const client = await clientOf(protocol, url);
  const subjects = [() => bareCall(url, protocols[protocol]), () => heddleCall(client, protocol)];
  const times: number[][] = [[], []];
  for (let call = 0; call < calls.warm + calls.measured; call += 1) {
    const said: string[] = [];
    for (const [index, subject] of subjects.entries()) {
      const start = performance.now();
      said.push(await subject());
      if (call >= calls.warm) times[index]?.push(performance.now() - start);
    }
    if (said[0] !== said[1] || said[0] === '') throw new Error(`${protocol}: “${said[0]}” and “${said[1]}” differ.`);
  }
  const [bare, heddle] = [median(times[0] ?? []), median(times[1] ?? [])];
  return { 'bare fetch, ms': bare, 'Heddle, ms': heddle, ratio: heddle / bare };
}

addEventListener(
  'message',
  async ({ data }: MessageEvent<{ readonly protocol: ProtocolName; readonly url: string }>) => {
    postMessage(await measure(data.protocol, data.url));
  },
);
addEventListener('unhandledrejection', ({ reason }) => reportError(reason));

import { buildPlan } from '@/plan/build-plan';
import type { Plan } from '@/plan/plan';
import { documentOf } from '@/plan/plan.testing';
import type { ProviderConfig } from '@/providers/provider-config';
import type { RunUpdate } from '@/run/runner';
import { connectPlans } from './border/connect-plans';
import type { EngineApi, EngineForPlans } from './border/engine-api';

/** A plan of tasks that each wait for the one before. */
export const chain = (...tasks: readonly Readonly<Record<string, unknown>>[]): Plan => {
  const ids = ['a', 'b', 'c'];
  const chained = tasks.map((task, n) => [ids[n], n === 0 ? task : { ...task, dependsOn: [ids[n - 1]] }] as const);
  const plan = buildPlan(documentOf(Object.fromEntries(chained), { name: 'Test' }), ['local']);
  if (!plan.ok) throw new Error(JSON.stringify(plan.error));
  return plan.value;
};
export const plain = { model: 'sim:fast' };
/** A simulated call that does not answer until the run is stopped. */
export const endless = { model: 'sim:slow', options: { latency_ms: 3_600_000 } };
/** A simulated call that first asks the person. */
export const asking = {
  model: 'sim:fast',
  interactive: true,
  options: { tool_calls: [{ name: 'ask_user', arguments: { question: 'Which version?' } }] },
};

export const local: ProviderConfig = {
  id: 'local',
  label: 'Local',
  protocol: 'compatible',
  baseUrl: 'http://local.test/v1',
  needsKey: false,
};

let ports: MessagePort[] = [];
let links = new WeakMap<EngineApi, EngineForPlans>();

/** Closes all ports that were opened at hosts. */
export function closePorts(): void {
  for (const port of ports) port.close();
  ports = [];
  links = new WeakMap();
}

/** The API that the document worker has of a host. */
export function plansOf(host: EngineApi): EngineForPlans {
  const known = links.get(host);
  if (known !== undefined) return known;
  const { port1: ownPort, port2: hostPort } = new MessageChannel();
  ports.push(ownPort);
  void host.connectPlans(hostPort);
  const plans = connectPlans(ownPort);
  links.set(host, plans);
  return plans;
}

/** Follows a host until it is stopped. `until` resolves once the received updates pass the test. */
export function follow(host: EngineApi) {
  const updates: RunUpdate[] = [];
  const stopping = new AbortController();
  let check = () => {};
  const take = (batch: readonly RunUpdate[]) => {
    updates.push(...batch);
    check();
  };
  const over = host.follow(take, stopping.signal);
  const stop = () => {
    stopping.abort();
    return over;
  };
  const kinds = () => updates.flatMap((update) => update.events.map((event) => event.kind));
  const until = (done: () => boolean) =>
    new Promise<void>((resolve) => {
      check = () => void (done() && resolve());
      check();
    });
  return { updates, kinds, until, stop };
}

/** A server that gives the first `answers` requests a reply and never answers later ones. */
export function answering(requests: Request[], answers = Number.POSITIVE_INFINITY, reply = 'Done.'): typeof fetch {
  return async (input, init) => {
    requests.push(new Request(input, init));
    if (requests.length > answers) return new Promise(() => undefined);
    const chunk = (delta: object, more: object = {}) =>
      `data: ${JSON.stringify({ id: '1', created: 1, model: 'm', choices: [{ index: 0, delta, ...more }] })}\n\n`;
    const body = `${chunk({ role: 'assistant', content: reply })}${chunk({}, { finish_reason: 'stop' })}data: [DONE]\n\n`;
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}

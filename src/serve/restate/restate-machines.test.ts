import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { ServeLog } from '../serve-log';
import { createRestateMachines } from './restate-machines';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** Machines whose Restate answers so. */
async function machinesWith(answer: RequestListener) {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const said: string[] = [];
  const say = (fields: object, message: string) => void said.push(JSON.stringify(fields) + message);
  const log: ServeLog = { info: say, warn: say, error: say };
  const place = { host: '127.0.0.1', port: 0, machines: undefined, identityKeys: [], labels: [] };
  return { machines: await createRestateMachines({ ingress: url, admin: url, ...place, patienceMs: 300, log }), said };
}

const refused = { code: 'RESOURCE_EXHAUSTION', details: { status: 503 } };
const asked = [
  ['own', (machines) => machines.own({ id: 'r1' }, 0)],
  ['fit', (machines) => machines.fit(['gpu'])],
] satisfies [string, (machines: Awaited<ReturnType<typeof createRestateMachines>>) => Promise<unknown>][];

for (const [verb, ask] of asked) {
  it(`${verb}: a Restate that hangs, answers nonsense or is away is told as 503`, async () => {
    const hanging = await machinesWith(() => {});
    await expect(ask(hanging.machines)).rejects.toMatchObject(refused);
    const confused = await machinesWith((_request, response) => response.end('<html>no'));
    await expect(ask(confused.machines)).rejects.toMatchObject(refused);
    const { machines } = await machinesWith((request) => request.destroy());
    await expect(ask(machines)).rejects.toMatchObject(refused);
  });
}

it('an answer to an effect that has no form of Heddle is an error, not a reply', async () => {
  const effect = { kind: 'model', executionId: 'r1', labels: [], key: 'k', input: {} } as const;
  const never = new AbortController().signal;
  for (const answer of ['"what?"', '{}', '{"value":1,"failure":"both"}', '{"failure":{"code":"NONE"}}']) {
    const { machines } = await machinesWith((_request, response) => response.end(answer));
    await expect(
      machines.perform(effect, never, () => false),
      answer,
    ).rejects.toMatchObject({ code: 'INTERNAL' });
  }
});

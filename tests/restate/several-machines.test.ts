import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FaultServer, startFaultServer } from '../../e2e/servers/fault-server';
import { chain, folderWith, modelEnv, programWithDriver, steps } from '../postgres/served-store';
import { framesOf, type ServedProcess } from '../serve/served-process';
import { type PostgresServer, postgresPassword, startPostgres } from '../support/postgres';
import { type RestateServer, startRestate } from '../support/restate';
import { type Machines, startMachines } from './machines';

let model: FaultServer;
let database: PostgresServer;
let restate: RestateServer;
let machines: Machines | undefined;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  await programWithDriver();
  [model, database, restate] = [await startFaultServer(), await startPostgres(), await startRestate()];
}, 120_000);
beforeEach(() => {
  env = { ...modelEnv(model.url), HEDDLE_STORE: database.newAddress() };
});
afterEach(async () => {
  model.release();
  const said = machines?.said() ?? '';
  if (process.env['SAID']) console.log(said);
  await machines?.stop();
  machines = undefined;
  for (const secret of [postgresPassword, 'planted-key-0123456789']) expect(said).not.toContain(secret);
});
afterAll(async () => {
  await restate.crash();
  database.stop();
  await model.close();
});

const post = (body: unknown = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function startRun({ url }: ServedProcess, workflow = 'flow'): Promise<string> {
  const answer = await fetch(`${url}/api/v1/workflows/${workflow}/runs`, post());
  expect([answer.status, answer.status === 201 ? '' : await answer.clone().text()]).toEqual([201, '']);
  return (await answer.json()).id;
}

/** Follows a run to its end. Resolves to the numbers and kinds of its events. */
async function follow({ url }: ServedProcess, id: string): Promise<readonly (readonly [number, string])[]> {
  const seen: [number, string][] = [];
  const headers = { 'last-event-id': '0' };
  for await (const frame of framesOf(await fetch(`${url}/api/v1/runs/${id}/events/stream`, { headers }))) {
    if (frame.id !== undefined) seen.push([frame.id, JSON.parse(frame.data).kind]);
  }
  return seen;
}

describe('machines that share runs', () => {
  it('run what is started at any of them, and each can be asked for it', async () => {
    const folders = [0, 1, 2].map(() => folderWith({ 'flow.yaml': chain('Shared') }));
    machines = await startMachines(folders, restate, env);
    model.on({ match: 'Shared', reply: 'Done.' });
    const ids = await Promise.all(machines.running.map((one) => startRun(one)));
    for (const [index, id] of ids.entries()) {
      const [other = machines.any()] = machines.running.slice((index + 1) % 3);
      const seen = await follow(other, id);
      expect(seen.map(([seq]) => seq)).toEqual(seen.map((_, at) => at + 1));
      expect(seen.at(-1)?.[1]).toBe('run.completed');
    }
    expect(steps.map((step) => model.count(`Shared ${step}`))).toEqual([3, 3, 3, 3, 3]);
  });
});

import { expect, it } from 'vitest';
import type { ServeFlags } from './serve-flags';
import { connectMachines } from './served-machines';

const log = { info: () => {}, warn: () => {}, error: () => {} };
const engine = 'restate://127.0.0.1:8080';
const key = 'publickeyv1_AGgyKmtLD5cxD836AnQBn6EKoKs9KCyibB6j9jQ42uQK';

async function refusal(flags: ServeFlags, isShared = true): Promise<string | undefined> {
  const machines = await connectMachines(flags, isShared, log);
  return machines.ok ? undefined : machines.error;
}

it('without an engine there are no machines, and nothing else is asked of them', async () => {
  expect(await connectMachines({}, true, log)).toEqual({ ok: true, value: undefined });
  expect(await refusal({ 'engine-listen': '127.0.0.1:9080' })).toBe('--engine-listen needs --engine.');
  expect(await refusal({ 'engine-label': ['gpu'] })).toBe('--engine-label needs --engine.');
});

it('refuses what does not fit, with what to do', async () => {
  expect(await refusal({ engine }, false)).toContain('add --store postgres://');
  for (const listen of ['9080', '127.0.0.1', '127.0.0.1:99999', ':9080']) {
    expect(await refusal({ engine, 'engine-listen': listen }), listen).toContain('HOST:PORT');
  }
  expect(await refusal({ engine, 'engine-machines': 'http://10.0.0.9/path' })).toContain('without a path');
  expect(await refusal({ engine, 'engine-label': ['No label'] })).toContain('small letters');
  expect(await refusal({ engine, 'engine-key': ['key'] })).toContain('publickeyv1_');
  await expect(connectMachines({ engine: 'http://127.0.0.1:8080' }, true, log)).rejects.toThrow('does not know');
});

it('where others reach the port for Restate, it asks for the key of Restate', async () => {
  for (const listen of ['0.0.0.0:9080', '10.0.0.1:9080', '[::]:9080']) {
    expect(await refusal({ engine, 'engine-listen': listen }), listen).toContain('--engine-key');
    expect(await refusal({ engine, 'engine-listen': listen, 'engine-key': [key] }), listen).toBeUndefined();
  }
  expect(await refusal({ engine, 'engine-listen': '[::1]:9080' })).toBeUndefined();
});

import { beforeEach, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { createMemoryShare } from '@/providers/limits/memory-share';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import type { SettingsStore } from '@/storage/stores';
import { openSecretGrants, type WorkerGrants } from './secret-grants';

const use = { secret: 'KEY', target: 'https://api.example.org' };
let settings: SettingsStore;
let tabs: WorkerGrants[];

async function openTab(): Promise<WorkerGrants> {
  const own = await openSecretGrants({
    settings,
    alone: createMemoryShare().alone,
    onChange: () => void Promise.all(tabs.map((tab) => tab.reload())),
    now: () => 0,
  });
  tabs.push(own);
  return own;
}

beforeEach(() => {
  settings = createMemoryStores({ now: () => 0 }).settings;
  tabs = [];
});

it('a secret goes nowhere until a person allows it, once for all workflows that were made here', async () => {
  const grants = await openTab();
  await grants.madeHere('a');
  await grants.madeHere('b');
  expect(grants.isAllowed(use, 'a')).toBe(false);
  await grants.allow('a', [use, use]);
  expect([grants.isAllowed(use, 'a'), grants.isAllowed(use, 'b')]).toEqual([true, true]);
  expect(grants.isAllowed({ ...use, target: 'https://evil.example' }, 'a')).toBe(false);
  expect(grants.isAllowed({ ...use, secret: 'OTHER' }, 'a')).toBe(false);
  expect(await grants.list()).toEqual([{ ...use, at: '1970-01-01T00:00:00.000Z' }]);
});

it('one that came from elsewhere asks again, and what it was allowed counts for no other', async () => {
  const grants = await openTab();
  await grants.madeHere('own');
  await grants.allow('own', [use]);
  expect(await grants.isAllowedFor('opened', [use])).toEqual([false]);
  await grants.revoke(use);
  await grants.allow('opened', [use]);
  expect(['opened', 'own', 'other'].map((id) => grants.isAllowed(use, id))).toEqual([true, false, false]);
  // A run from a file has a plan of somebody else.
  await grants.allow('own', [use]);
  await grants.cameFromElsewhere('own');
  expect(grants.isAllowed(use, 'own')).toBe(false);
});

it('is revoked, and forgotten with its workflow, in every tab', async () => {
  const [grants, other] = [await openTab(), await openTab()];
  await grants.allow('opened', [use]);
  await expect.poll(() => other.isAllowed(use, 'opened')).toBe(true);
  await other.revoke({ ...use, scope: 'opened' });
  await expect.poll(() => grants.isAllowed(use, 'opened')).toBe(false);
  await grants.allow('opened', [use]);
  await grants.forgetWorkflow('opened');
  expect(await grants.list()).toEqual([]);
});

it('what is stored and cannot be read allows nothing', async () => {
  await settings.put('secret-grants', { version: 2, allowed: [{ ...use, at: '' }], madeHere: ['a'] });
  const grants = await openTab();
  expect(grants.isAllowed(use, 'a')).toBe(false);
});

it('a plan is refused with everything that it would send, unless it is a dry run', async () => {
  const grants = await openTab();
  const http = { url: `${use.target}/x`, headers: { a: '{{secrets.KEY}}', b: '{{secrets.TOO}}' } };
  const plan = planOf({ a: { type: 'tool', tool: 't', args: {} } }, { tools: { t: { http } } });
  const refusal = grants.refusal(plan, 'w');
  expect(refusal?.message).toBe('a sends the secret KEY to https://api.example.org, which nobody has allowed.');
  expect(refusal?.details).toMatchObject({
    workflow: 'w',
    secrets: [
      { ...use, taskPath: 'a', tool: 't' },
      { secret: 'TOO', target: use.target },
    ],
  });
  expect(grants.refusal({ ...plan, isDry: true }, 'w')).toBeUndefined();
  await grants.allow('w', [use, { ...use, secret: 'TOO' }]);
  expect(grants.refusal(plan, 'w')).toBeUndefined();
});

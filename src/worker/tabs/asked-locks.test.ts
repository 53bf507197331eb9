import { afterEach, expect, it } from 'vitest';
import type { RunLocks } from '@/storage/run-locks';
import { createAskedLocks } from './asked-locks';

const channels: BroadcastChannel[] = [];
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
});

/** The locks of two tabs. A tab that has a run answers in less than a second, also on a busy machine. */
function openTwoTabs(name: string): readonly [RunLocks, RunLocks] {
  const open = () => {
    const channel = new BroadcastChannel(name);
    channels.push(channel);
    return createAskedLocks(channel, 1000);
  };
  return [open(), open()];
}

it('gives a run to one tab at a time, and to the other once it is let go of', async () => {
  const [here, there] = openTwoTabs('one at a time');
  const held = await here.hold('run');
  expect(held.ok).toBe(true);
  expect(await there.hold('run')).toMatchObject({ ok: false, error: { name: 'another tab' } });
  expect(await there.holder('run')).toMatchObject({ name: 'another tab' });
  const waits = there.hold('run', 60_000);
  if (held.ok) held.value.release();
  expect((await waits).ok).toBe(true);
  expect((await here.hold('run')).ok).toBe(false);
});

it('gives a run that two tabs want at the same moment to exactly one of them', async () => {
  const [here, there] = openTwoTabs('at once');
  const both = await Promise.all([here.hold('run'), there.hold('run')]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
});

it('takes a run from another tab, which is told', async () => {
  const [here, there] = openTwoTabs('stolen');
  const held = await here.hold('run');
  const stolen = await there.steal('run');
  await expect.poll(() => held.ok && held.value.lost.aborted).toBe(true);
  expect((await here.hold('run')).ok).toBe(false);
  expect(stolen.ok && stolen.value.lost.aborted).toBe(false);
});

it('gives a run whose tab has ended', async () => {
  const [here, there] = openTwoTabs('ended');
  expect((await here.hold('run')).ok).toBe(true);
  channels[0]?.close();
  expect((await there.hold('run')).ok).toBe(true);
});

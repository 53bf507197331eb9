import { expect, it } from 'vitest';
import type { Result } from '@/base/result';
import type { RunHold, RunHolder } from '@/storage/run-locks';
import { describeEachLock } from './each-lock';

function given(hold: Result<RunHold, RunHolder>): RunHold {
  if (!hold.ok) throw new Error(`${hold.error.name} has it.`);
  return hold.value;
}

describeEachLock('A run', (open, canSteal) => {
  it('is held by one at a time, and others are told by whom', async () => {
    const locks = await open();
    expect(await locks.holder('e1')).toBeUndefined();
    const hold = given(await locks.hold('e1'));
    const second = await locks.hold('e1');
    expect(second).toMatchObject({ ok: false, error: { name: expect.stringMatching(/\w/) } });
    expect(await locks.holder('e1')).toEqual(second.ok ? undefined : second.error);
    given(await locks.hold('e2'));
    hold.release();
    await expect.poll(() => locks.holder('e1')).toBeUndefined();
    given(await locks.hold('e1'));
    expect(hold.lost.aborted).toBe(false);
  });

  it('is given to who waits for it, once it is let go of, and not before', async () => {
    const locks = await open();
    const hold = given(await locks.hold('e1'));
    expect((await locks.hold('e1', 10)).ok).toBe(false);
    const waits = locks.hold('e1', 60_000);
    hold.release();
    given(await waits);
    expect((await locks.hold('e1')).ok).toBe(false);
  });

  it.runIf(canSteal)('is taken from its holder, who is told, and can let go of nothing any more', async () => {
    const locks = await open();
    const hold = given(await locks.hold('e1'));
    const stolen = given(await locks.steal('e1'));
    await expect.poll(() => hold.lost.aborted).toBe(true);
    expect(stolen.lost.aborted).toBe(false);
    hold.release();
    expect((await locks.hold('e1')).ok).toBe(false);
  });

  it.runIf(!canSteal)('stays with its holder where that could not be told', async () => {
    const locks = await open();
    const hold = given(await locks.hold('e1'));
    const stolen = await locks.steal('e1');
    expect(stolen).toEqual({ ok: false, error: await locks.holder('e1') });
    expect(hold.lost.aborted).toBe(false);
    hold.release();
    given(await locks.steal('e1'));
  });
});

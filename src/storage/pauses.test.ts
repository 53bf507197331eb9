import { expect, it } from 'vitest';
import { createPauses } from './pauses';

it('lets a timer go on among writes that wait for nothing, and does not pause for each of them', async () => {
  const pause = createPauses();
  let fired = false;
  setTimeout(() => {
    fired = true;
  }, 1);
  let pauses = 0;
  let writes = 0;
  for (; !fired && writes < 10_000_000; writes++) {
    const wait = pause();
    if (wait !== undefined) pauses += 1;
    await wait;
  }
  expect(fired).toBe(true);
  expect(pauses).toBeGreaterThan(0);
  expect(pauses).toBeLessThan(writes / 10);
});

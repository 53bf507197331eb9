import { expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { createWorld } from '../testing/world.testing';

it('refuses a file of 2 GB without reading it', async () => {
  const world = createWorld();
  world.files.list = async () => [{ path: '/a.png', bytes: 2 ** 31 }];
  world.files.read = async () => {
    throw new Error('It was read.');
  };
  await world.run(planOf({ a: { attachments: ['/a.png'] } }));
  expect(world.models.requests).toEqual([]);
  const failed = world.log.events.find(({ kind }) => kind === 'task.failed');
  expect(failed?.error?.message).toBe('“a.png” is too large to be attached: 2.1 GB. At most 20 MB are sent.');
});

it('fills the window and the budget with the tokens of its files', async () => {
  const png = `\x89PNG\r\n\x1a\n`;
  const world = createWorld({ windowTokens: 1_000_000 });
  const bytes = new Uint8Array(33);
  bytes.set(Uint8Array.from(png, (character) => character.charCodeAt(0)));
  new DataView(bytes.buffer).setUint32(16, 1024);
  new DataView(bytes.buffer).setUint32(20, 1024);
  await world.files.write('/a.png', bytes);
  const sent = async (task: object) => {
    await world.run(planOf({ a: { ...task } }));
    const requested = world.log.events.findLast((event) => event.kind === 'model.requested');
    return requested?.kind === 'model.requested' ? requested.data.window : undefined;
  };
  // 85, and 170 for each of four tiles, by OpenAI's rules.
  const window = await sent({ attachments: ['/a.png'] });
  expect(window?.sent).toBeGreaterThan(765);
  expect(window?.sent).toBeLessThan(800);
  expect(window?.exact).toBe(false);
});

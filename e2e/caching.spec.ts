import { expect } from './support/app';
import { openWithMakers, test } from './support/makers';

/** About 2,000 tokens that stay the same. */
const rules = 'Say what is, and nothing else. '.repeat(260);
const workflow = (cache: string) => `
name: Tides
default_model: anthropic:claude-opus-5-5
cache: ${cache}
tasks:
  tell:
    system: "${rules}"
    description: "Tell of tide {{iteration}}. [reply:It ebbs.]"
    loop: { type: repeat, count: 5 }
`;

test('five rounds read what stays the same from the cache; the metrics say how much, and what that saved', async ({
  app,
  makers,
}) => {
  await openWithMakers(app, makers, workflow('auto'));
  expect(await app.run()).toBe('completed');
  expect(makers.requests.map(({ usage }) => (usage?.cacheRead ?? 0) > 1500)).toEqual([false, true, true, true, true]);
  for (const at of ['run', 'reload']) {
    if (at === 'reload') await app.reload();
    await app.tab('Metrics');
    await expect(app.drawer).toContainText(
      /From cache\s*7\d %\s*of what was sent: [\d.]+k tok read, [\d.]+k tok written, saved \$0\.\d+/,
    );
  }
});

test('cache: off reads nothing, and the metrics have no word of it', async ({ app, makers }) => {
  await openWithMakers(app, makers, workflow('off'));
  expect(await app.run()).toBe('completed');
  expect(JSON.stringify(makers.requests.map(({ body }) => body))).not.toContain('cache_control');
  await app.tab('Metrics');
  await expect(app.drawer).toContainText('Outputs');
  await expect(app.drawer).not.toContainText('From cache');
});

import { waitFor } from '@tests/support/dom';
import { storesWithProviders } from '@tests/support/models-screen';
import { openPage } from '@tests/support/page';
import { providersAt } from '@tests/support/page-makers';
import { type Makers, startMakers } from '@tests/support/servers';
import { afterEach, beforeEach, expect, it } from 'vitest';

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

let makers: Makers;
beforeEach(async () => {
  makers = await startMakers();
});
afterEach(() => makers.close());

const open = async (cache: string) =>
  openPage(workflow(cache), { storage: await storesWithProviders(...providersAt(makers)) });

it('the metrics say how much of what stays the same was read from the cache, and what that saved', async () => {
  const page = await open('auto');
  expect(await page.run()).toBe('completed');
  expect(makers.requests.map(({ usage }) => (usage?.cacheRead ?? 0) > 1500)).toEqual([false, true, true, true, true]);
  for (const at of ['run', 'reload']) {
    if (at === 'reload') await page.reload();
    await page.tab('Metrics');
    await waitFor(() =>
      expect(page.drawer.getByRole('tabpanel')).toHaveTextContent(
        /From cache\s*7\d %\s*of what was sent: [\d.]+k tok read, [\d.]+k tok written, saved \$0\.\d+/,
      ),
    );
  }
});

it('without a cache the metrics have no word of it', async () => {
  const page = await open('off');
  expect(await page.run()).toBe('completed');
  expect(JSON.stringify(makers.requests.map(({ body }) => body))).not.toContain('cache_control');
  await page.tab('Metrics');
  await waitFor(() => expect(page.drawer.getByRole('tabpanel')).toHaveTextContent('Outputs'));
  expect(page.drawer.getByRole('tabpanel')).not.toHaveTextContent('From cache');
});

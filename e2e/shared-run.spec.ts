import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Page, TestInfo } from '@playwright/test';
import type { JsonObject } from '@/base/json';
import { type GatheredRun, gatherRun, writeGathered } from '@/share/gathered-run';
import { writeSharedFile } from '@/share/shared-file';
import { type FileServer, startFileServer } from './servers/file-server';
import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';
import { openFirefox } from './support/other-browsers';

const recording = 'public/gallery/announce-with-approval/announce-with-approval.recording.jsonl';

/** What a model could say so that whoever reads it is found out, robbed or led astray. */
const hostile = (server: string) => `# Announcement <img src="${server}/html.png" onerror="document.title='robbed'">

![a picture](${server}/markdown.png) <script>fetch('${server}/script')</script> [a link](javascript:fetch('${server}/link'))

<style>@import url(${server}/style.css);</style><iframe src="${server}/frame"></iframe></script><script>1</script>`;

/** Writes the page of a run whose tasks say something else, as a file; `compared`: the run as it was is beside it. */
async function writePage(
  page: Page,
  info: TestInfo,
  change: (event: JsonObject) => JsonObject,
  compared = false,
): Promise<string> {
  const shell = await (await page.request.get('./shared-run.html')).text();
  const run: GatheredRun = await gatherRun(createReadStream(recording));
  const head = { title: 'How it was announced', madeAt: '2026-11-29T00:00:00.000Z', takenOut: 3 };
  const file = info.outputPath('shared.html');
  const changed = writeGathered({ ...run, events: run.events.map(change) });
  await writeFile(file, await writeSharedFile(shell, head, changed, compared ? writeGathered(run) : undefined));
  return pathToFileURL(file).href;
}

const saying = (text: string) => (event: JsonObject) =>
  event['kind'] === 'task.completed' ? { ...withoutRef(event), result: text, full_result_len: text.length } : event;

function withoutRef({ ref: _ref, ...event }: JsonObject): JsonObject {
  return event;
}

test.describe('a run in one file', () => {
  let server: FileServer;
  test.beforeAll(async () => {
    server = await startFileServer();
  });
  test.afterAll(() => server.close());

  test('opens from the disk, asks nobody for anything, and lets no output do so @main', async ({ page }, info) => {
    const url = await writePage(page, info, saying(hostile(server.url)));
    const requests: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1, name: 'How it was announced' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Tasks' }).getByRole('button').first().click();
    const output = page.getByRole('complementary', { name: 'The selected task' });
    for (const look of ['Rendered', 'Text']) {
      await output.getByRole('radio', { name: look }).click();
      await expect(output).toContainText('Announcement');
    }
    for (const tab of ['Output', 'Timeline', 'Logs', 'Context', 'Events', 'Metrics']) {
      await page
        .getByRole('region', { name: 'Run' })
        .getByRole('tab', { name: new RegExp(`^${tab}`) })
        .click();
    }
    expect(faults).toEqual([]);
    expect(requests).toEqual([url]);
    expect(await page.evaluate(() => performance.getEntriesByType('resource').length)).toBe(0);
    // Not even its own code could.
    const tried = await page.evaluate(async (at) => {
      const image = new Image();
      const loaded = new Promise((resolve) => {
        image.onload = () => resolve('loaded');
        image.onerror = () => resolve('refused');
      });
      image.src = `${at}/own.png`;
      const fetched = await fetch(`${at}/own`).then(
        () => 'fetched',
        () => 'refused',
      );
      return [await loaded, fetched];
    }, server.url);
    expect(tried).toEqual(['refused', 'refused']);
    expect(server.asked).toEqual([]);
    await expect(page).toHaveTitle('How it was announced');
    await expect(output).toContainText(/Made with Heddle \d+\.\d+\.\d+ on 29 Nov 2026/);
  });

  test('opens at an event, tells its address, and goes back', async ({ page }, info) => {
    const url = await writePage(page, info, (event) => event);
    await page.goto(`${url}#event=7`);
    const slider = page.getByRole('slider', { name: 'Event' });
    await expect(slider).toHaveValue('7');
    await page.getByRole('button', { name: 'Next event' }).click();
    await expect(slider).toHaveValue('8');
    await expect.poll(() => page.url()).toBe(`${url}#event=8`);
    await expect(page.getByRole('button', { name: /^(What if|Fork|Run)/ })).toHaveCount(0);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the run as a file' }).click();
    expect((await saved).suggestedFilename()).toBe('how-it-was-announced.jsonl');
  });

  test('finds words in all texts by keyboard, and shows where they are', async ({ page }, info) => {
    const said = `${'Long before. '.repeat(400)}The heron landed.`;
    const url = await writePage(page, info, (event) =>
      event['path'] === 'task/draft' ? saying(said.slice(-1900))(event) : event,
    );
    await page.goto(url);
    await page.keyboard.press('Control+f');
    const field = page.getByRole('textbox', { name: 'Find in the run' });
    await expect(field).toBeFocused();
    await page.keyboard.type('heron');
    await expect(page.getByText('1 place', { exact: true })).toBeVisible();
    await isAccessible({ page } as App, 'what was found');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Found' })).toBeHidden();
    await expect(page.getByRole('region', { name: 'Run', exact: true })).toContainText('The heron landed.');
    await expect(page.getByRole('slider', { name: 'Event' })).not.toHaveValue('1');
  });

  test('shows two runs, and word by word what differs between them', async ({ page }, info) => {
    const url = await writePage(page, info, saying('Something else was said.'), true);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(url);
    const shown = page.getByRole('radiogroup', { name: 'What is shown' });
    await shown.getByRole('radio', { name: 'Run 2' }).press('ArrowRight');
    const compared = page.getByRole('main', { name: 'Compare runs' });
    const words = compared.getByRole('region', { name: 'Words' });
    await expect(words.getByRole('region', { name: 'Output', exact: true })).toContainText('Something else was said.');
    await expect(words.locator('del').first()).toBeVisible();
    await expect(compared.getByRole('button', { name: /^Take from/ })).toHaveCount(0);
    await isAccessible({ page } as App, 'the comparison');
    await page.setViewportSize({ width: 390, height: 844 });
    await isAccessible({ page } as App, 'the comparison on a phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await words.getByRole('button', { name: 'Open in run 1' }).click();
    await expect(shown.getByRole('radio', { name: 'Run 1' })).toBeChecked();
    const output = page.getByRole('region', { name: 'Run', exact: true });
    await expect(output).not.toContainText('Something else was said.');
    await page.goto(`${url}#compare`);
    await expect(words).toBeVisible();
    expect(new Set(requests.map((request) => request.replace(/#.*/, '')))).toEqual(new Set([url]));
  });

  test('can be read by everybody, in both themes', async ({ page }, info) => {
    const url = await writePage(page, info, (event) => event);
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await isAccessible({ page } as App, 'the run as a whole');
    await page.getByRole('navigation', { name: 'Tasks' }).getByRole('button').first().click();
    await isAccessible({ page } as App, 'a task');
    await page.getByRole('tab', { name: 'What it was sent' }).click();
    await isAccessible({ page } as App, 'what it was told');
    await page.setViewportSize({ width: 390, height: 844 });
    await isAccessible({ page } as App, 'on a phone');
  });

  test('opens in Firefox, and asks nobody there', async ({ page }, info) => {
    const url = await writePage(page, info, saying(hostile(server.url)));
    const tab = await openFirefox();
    test.skip(tab === undefined, 'There is no Firefox on this machine.');
    if (tab === undefined) return;
    await tab.open(url);
    await tab.click('//nav[@aria-label = "Tasks"]//button');
    expect(await tab.text('//aside[@aria-label = "The selected task"]')).toContain('Announcement');
    expect(await tab.errors()).toEqual([]);
    expect(server.asked).toEqual([]);
    await tab.close();
  });
});

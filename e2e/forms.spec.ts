import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { App, expect, test } from './support/app';
import { startBrowser } from './support/killable-browser';

const card = (page: Page) => page.getByRole('region', { name: 'Questions of the run' }).getByRole('group');

const asking = `
tasks:
  release:
    type: ask
    message: "Which <b>way</b>?"
    form:
      way: { type: choice, label: The way, options: [left, right], required: true }
      steps: { type: number, label: How many steps, default: 2 }
      sure: { type: boolean, label: Really }
      map: { type: file, label: A map }
      note: { label: A note }
  after:
    type: cond
    cases:
      - { test: "tasks.release.output.way == 'left'", task: { type: script, inputs: { went: { from: release.output } } } }
    else: { type: tool, tool: read_file, args: { path: "{{release.output.map}}" } }
    depends_on: [release]
`;

test('a form outlasts a browser that is killed, and an answer that was given is not asked for again', async ({
  baseURL,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-form-'));
  let running = await startBrowser(folder);
  try {
    const first = new App(running.page);
    await first.page.goto(`${baseURL}/#/start`);
    await first.openFile('flow.yaml', asking);
    await first.isReady();
    await first.start();
    await expect(card(first.page)).toHaveCount(1);
    const address = first.page.url();
    await running.kill();

    running = await startBrowser(folder);
    const { page } = running;
    await page.goto(address);
    await card(page).getByRole('radio', { name: 'left' }).check();
    await card(page).getByRole('button', { name: 'Answer' }).click();
    await expect(card(page)).toHaveCount(0);
    await running.kill();

    running = await startBrowser(folder);
    const last = new App(running.page);
    await last.page.goto(address);
    expect(await last.isOver()).toBe('completed');
    const events = await last.storedEvents();
    for (const kind of ['input.requested', 'input.provided']) {
      expect(events.filter((event) => event.kind === kind)).toHaveLength(1);
    }
  } finally {
    await running.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

import { expect, test } from '@playwright/test';
import { type FaultServer, startFaultServer } from './servers/fault-server';
import { openFirefox, openWebKit, type Tab } from './support/other-browsers';

const button = (name: string) =>
  `//button[starts-with(normalize-space(.), "${name}") or starts-with(@aria-label, "${name}")]`;
const field = (label: string) => `//*[@id = //label[normalize-space(.) = "${label}"]/@for]`;
const node = (id: string) => `//*[@data-task = "${id}"]`;
const port = (id: string, side: 'left' | 'right') => `${node(id)}//*[@data-handlepos = "${side}"]`;
const row = (id: string, status: string) =>
  `//*[@role = "treeitem"][.//*[text() = "${id}"]]//*[@role = "img"][@aria-label = "${status}"]`;
const inspector = (title: string) => `//aside[@aria-label = "Inspector"]//h2[normalize-space(.) = "${title}"]`;
const saved = '//header//*[self::output or @role = "status"][normalize-space(.) = "Saved in this browser"]';

/** Adds an atomic task, names it and gives it a prompt. Neither driver can drag what the page makes draggable. */
async function add(tab: Tab, id: string, prompt: string): Promise<void> {
  await tab.click('//ul[@aria-label = "Task types"]//button[starts-with(normalize-space(.), "Atomic")]');
  await tab.text(inspector('atomic_1'));
  await tab.fill(field('Id'), id);
  await tab.press('Enter');
  await tab.text(inspector(id));
  await tab.fill(field('Prompt'), prompt);
}

/** Drags a wire; again if the canvas moved under it. */
async function connect(tab: Tab, from: string, to: string): Promise<void> {
  await expect(async () => {
    await tab.click(button('Show everything'));
    await tab.drag(port(from, 'right'), port(to, 'left'));
    await expect.poll(() => tab.has(`//*[@aria-label = "${to} runs after ${from}"]`), { timeout: 5000 }).toBe(true);
  }).toPass({ timeout: 60_000 });
}

/** The main way: a provider, three tasks drawn and connected, the plan, a run, a change, a reload. */
async function mainWay(tab: Tab, page: string, server: FaultServer): Promise<void> {
  await tab.open(`${page}#/start`);
  await tab.click(button('Blank workflow'));
  await tab.text(saved);
  await tab.click(button('Models'));
  await tab.click(button('Add a provider'));
  await tab.fill(field('Id'), 'harbour');
  await tab.fill(field('Base URL'), `${server.url}/v1`);
  await tab.click(button('Add the provider'));
  await tab.click(`//main[@aria-label = "Models"]${button('Canvas')}`);
  await tab.click(button('Workflow settings'));
  await tab.text(inspector('Workflow'));
  await tab.fill(field('Default model'), 'harbour:small');
  await tab.press('Enter');

  await add(tab, 'outline', 'Outline the harbour');
  await add(tab, 'write', 'Write one line on {{outline}}');
  await add(tab, 'judge', 'Judge {{write}}');
  await connect(tab, 'outline', 'write');
  await connect(tab, 'write', 'judge');
  await tab.text(saved);

  await tab.click(button('Plan'));
  await expect.poll(() => tab.text('//main[@aria-label = "Plan"]')).toContain('Longest path: 3 of 3 tasks');
  await tab.click('//main[@aria-label = "Plan"]//button[starts-with(normalize-space(.), "Canvas")]');
  await tab.click('//header//button[starts-with(normalize-space(.), "Run")]');
  for (const id of ['outline', 'write', 'judge']) await tab.text(row(id, 'Done'));
  expect(server.requests).toHaveLength(3);

  // One prompt is changed: what it touches is asked, and nothing else.
  await tab.click(`//*[@role = "treeitem"]//*[text() = "judge"]`);
  await tab.text(inspector('judge'));
  await tab.fill(field('Prompt'), 'Judge sternly {{write}}');
  await tab.click('//header//button[starts-with(@title, "1 of 3 changed")]');
  await expect.poll(() => server.requests.length).toBe(4);
  await tab.text(row('judge', 'Done'));
  await tab.text(saved);

  await tab.open(`${page}`);
  await tab.text(row('judge', 'Done'));
  await tab.click(`//*[@role = "treeitem"]//*[text() = "judge"]`);
  await expect.poll(() => tab.text('//*[@role = "tabpanel"]//*[@aria-label = "Output of judge"]')).not.toBe('');
  await tab.click('//button[@role = "radio"][normalize-space(.) = "Code"] | //label[normalize-space(.) = "Code"]');
  await expect.poll(() => tab.text('//*[contains(@class, "view-lines")]')).toContain('Judge');
  expect(server.requests).toHaveLength(4);
}

/** The example of a first visit, with its scripts in the sandbox, on the simulated model. */
async function firstVisit(tab: Tab, page: string): Promise<void> {
  await tab.open(page);
  await tab.text(saved);
  await tab.click('//header//button[starts-with(normalize-space(.), "Run")]');
  for (const id of ['fetch_commits', 'fetch_issues', 'check_notes', 'announce']) await tab.text(row(id, 'Done'));
}

for (const [name, open] of [
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
] as const) {
  test(`${name} goes the main way: the example of a first visit, then a workflow that is drawn, run and changed`, async ({
    baseURL,
  }, testInfo) => {
    test.setTimeout(600_000);
    const tab = await open();
    test.skip(tab === undefined, `There is no ${name} on this machine.`);
    if (tab === undefined) return;
    const server = await startFaultServer();
    try {
      await firstVisit(tab, `${baseURL}/`);
      expect(await tab.errors()).toEqual([]);
      await mainWay(tab, `${baseURL}/`, server);
      expect(await tab.errors()).toEqual([]);
    } finally {
      await tab.picture(testInfo.outputPath('last.png')).catch(() => undefined);
      await tab.close();
      await server.close();
    }
  });
}

import { type FileServer, startFileServer } from './servers/file-server';
import { type App, test as appTest, expect } from './support/app';
import { Canvas } from './support/canvas';
import { type DownloadedFile, ExportDialog } from './support/export-dialog';
import { dropFile, pasteText } from './support/give-text';
import { expectSaved, savedText } from './support/saved-text';

const test = appTest.extend<{ files: FileServer; dialog: ExportDialog }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  files: async ({}, use) => {
    const files = await startFileServer();
    await use(files);
    await files.close();
  },
  dialog: async ({ app }, use) => use(new ExportDialog(app)),
});

const review = `heddle: 1
name: Review # what it is called
default_model: sim:default
tasks:
  fetch: # the change
    description: Fetch < & >
    disabled: true
  review:
    description: "Review {{fetch}}"
    depends_on: [fetch]
  report:
    description: Report
    depends_on: [review]
x-owner: me
layout:
  tasks:
    fetch: [40, 40]
    review: [300, 40]
    report: [560, 40]
`;

const workflowName = (app: App) => app.topBar.getByRole('button', { name: /^Name of the workflow/ });

/** Enters the address in the dialog, and requests to open it. */
async function openAddress(app: App, address: string): Promise<void> {
  await app.page.getByRole('button', { name: 'Open from URL' }).click();
  await app.dialog.getByLabel('Address').fill(address);
  await app.dialog.getByRole('button', { name: 'Open', exact: true }).click();
}

test.describe('a round trip', () => {
  const ways: Readonly<Record<string, (app: App, file: DownloadedFile, files: FileServer) => Promise<void>>> = {
    picker: (app, { name, text }) => app.openFile(name, text),
    drop: (app, { name, text }) => dropFile(app.page, name, '', text),
    paste: (app, { text }) => pasteText(app.page, text),
    async URL(app, { name, text }, files) {
      files.add(`/flows/${name}`, { body: text, type: 'application/octet-stream' });
      await openAddress(app, `${files.url}/flows/${name}`);
    },
  };

  for (const [notation, name] of [
    ['YAML', 'review.yaml'],
    ['XML', 'review.xml'],
    ['JSON', 'review.json'],
  ] as const) {
    test(`through ${notation} is the same workflow, by each way in`, async ({ app, dialog, files }) => {
      await app.openText(review);
      await dialog.open();
      await dialog.choose(notation);
      const shown = await dialog.shows(
        notation === 'YAML' ? '# the change' : notation === 'XML' ? '</workflow>' : '"heddle"',
      );
      const file = await dialog.download();
      expect(file).toEqual({ name, text: shown });
      for (const [way, open] of Object.entries(ways)) {
        await test.step(way, async () => {
          const before = app.page.url();
          await app.openStart();
          await open(app, file, files);
          await expect(workflowName(app)).toHaveText('Review');
          await app.isReady();
          expect(app.page.url()).not.toBe(before);
          await new Canvas(app).expectTasks(3);
          await expect(app.edge('fetch', 'review')).toBeAttached();
          await expect(app.edge('review', 'report')).toBeAttached();
          const saved = await savedText(app);
          if (notation === 'YAML') expect(saved).toBe(review);
          for (const part of ['description: Fetch < & >', 'disabled: true', 'x-owner: me', 'fetch: [40, 40]']) {
            expect(saved).toContain(part);
          }
        });
      }
    });
  }
});

test.describe('exporting', () => {
  test('gives YAML to the letter, and without layout and debugging aids keeps the rest', async ({ app, dialog }) => {
    await app.openText(review);
    await dialog.open();
    expect(await dialog.shows('# the change')).toBe(review);
    await dialog.leaveOut('layout').check();
    await dialog.leaveOut('debugging aids').check();
    await expect(dialog.preview).not.toContainText('disabled');
    const bare = review.replace('    disabled: true\n', '').split('layout:')[0];
    expect(await dialog.download()).toEqual({ name: 'review.yaml', text: bare });
  });

  test('takes selected tasks as a template, in XML', async ({ app, dialog, page }) => {
    await app.openText(review);
    await app.select('review');
    await app.row('report').click({ modifiers: ['Shift'] });
    await app.node('report').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Export as a template' }).click();
    await dialog.choose('XML');
    await expect(dialog.leaveOut('layout')).toBeChecked();
    await expect(dialog.leaveOut('debugging aids')).toBeChecked();
    const shown = await dialog.shows('</workflow>');
    expect(shown).toContain('<task id="review">');
    expect(shown).toContain('<depends_on>review</depends_on>');
    for (const part of ['<depends_on>fetch', 'id="fetch"', '<layout']) expect(shown).not.toContain(part);
    await expect(dialog.root.getByRole('status')).toHaveText('Valid against heddle-1.xsd');
    expect(await dialog.download()).toEqual({ name: 'review.xml', text: shown });
  });

  test('takes one selected task as a bare one, which opens as a workflow with it', async ({ app, dialog, page }) => {
    await app.openText(review);
    await app.select('fetch');
    await dialog.open();
    await dialog.choose('Selected task', 'XML');
    await expect(dialog.root.getByRole('status')).toHaveText('Valid against heddle-1.xsd');
    const { name, text } = await dialog.download();
    expect(name).toBe('fetch.xml');
    expect(text).toBe('<task id="fetch">\n  <description>Fetch &lt; &amp; ></description>\n</task>\n');
    await dropFile(page, name, 'text/xml', text);
    await expect(workflowName(app)).toHaveText('Untitled');
    await new Canvas(app).expectTasks(1);
    await expect(app.node('fetch')).toBeVisible();
  });

  test('of a text with mistakes gives the text as it stands', async ({ app, dialog }) => {
    await app.openStart();
    await app.openFile('broken.yaml', 'heddle: 1\ntasks:\n  a: [\n');
    await app.dialog.getByRole('button', { name: 'Open in the code view' }).click();
    await expect(app.page.getByRole('region', { name: 'Code' })).toContainText(/Line \d+: /);
    await dialog.open();
    await expect(dialog.root).toContainText('The code has mistakes.');
    await expect(dialog.root.getByRole('radio')).toHaveCount(0);
    expect((await dialog.download()).text).toBe('heddle: 1\ntasks:\n  a: [\n');
  });

  test('shows only the start of a large workflow, and downloads all of it', async ({ app, dialog }) => {
    const tasks = Array.from({ length: 3000 }, (_, index) => `  t${index}: { description: Say ${index} }\n`).join('');
    await app.openText(`heddle: 1\nname: Large\ndefault_model: sim:default\ntasks:\n${tasks}`);
    await dialog.open();
    await expect(dialog.root).toContainText('Only the start is shown.');
    expect((await dialog.download()).text).toContain('t2999: { description: Say 2999 }');
  });

  test('works by keyboard, and gives the focus back', async ({ app, dialog, page }) => {
    await app.openText(review);
    const button = app.topBar.getByRole('button', { name: 'Export' });
    await button.press('Enter');
    await expect(dialog.preview).toBeVisible();
    await dialog.root.getByRole('radio', { name: 'YAML' }).press('ArrowRight');
    await expect(dialog.preview).toContainText('</workflow>');
    await page.keyboard.press('Escape');
    await expect(dialog.root).toBeHidden();
    await expect(button).toBeFocused();
  });

  test.describe('to the clipboard', () => {
    test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
    test('gives the same text', async ({ app, dialog, page }) => {
      await app.openText(review);
      await dialog.open();
      await dialog.choose('JSON');
      const shown = await dialog.shows('"heddle"');
      await dialog.root.getByRole('button', { name: 'Copy' }).click();
      await expect(app.messages).toContainText('The text is in the clipboard.');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
    });
  });
});

test.describe('a file with mistakes', () => {
  const xml = '<workflow heddle="1" name="Torn">\n  <tasks>\n    <task id="one">\n      <description>Say one</descr>\n';

  test('in XML shows where they are, and opens what could be saved', async ({ app, page }) => {
    await app.openText(review);
    const before = page.url();
    await dropFile(page, 'torn.xml', 'text/xml', xml);
    await expect(app.dialog.getByRole('heading', { name: '“torn.xml” has mistakes' })).toBeVisible();
    await expect(app.dialog).toContainText(/Line 4, column \d+/);
    await expect(app.dialog.getByRole('button', { name: 'Open in the code view' })).toBeHidden();
    expect(page.url()).toBe(before);
    await app.dialog.getByRole('button', { name: 'Open the repaired workflow' }).click();
    await expect(workflowName(app)).toHaveText('Torn');
    await expectSaved(app, 'description: Say one');
    await page.goBack();
    await expect(workflowName(app)).toHaveText('Review');
    expect(await savedText(app)).toBe(review);
  });

  test('in YAML opens with all that is in it in the code view, or without the wrong parts', async ({ app, page }) => {
    const wrong = review.replace('x-owner: me', 'owner: me');
    await app.openStart();
    await app.openFile('wrong.yaml', wrong);
    await expect(app.dialog).toContainText('Line 14, column 1');
    await app.dialog.getByRole('button', { name: 'Open the repaired workflow' }).click();
    await app.isReady();
    expect(await savedText(app)).not.toContain('owner');
    await dropFile(page, 'wrong.yaml', '', wrong);
    await app.dialog.getByRole('button', { name: 'Open in the code view' }).click();
    await expect(page.getByRole('region', { name: 'Code' })).toContainText('owner: me');
    await app.isSaved();
    expect(await savedText(app)).toBe(wrong);
  });

  test('is left alone by Esc', async ({ app, page }) => {
    await app.openText(review);
    const before = page.url();
    await dropFile(page, 'torn.xml', '', xml);
    await expect(app.dialog).toBeVisible();
    await app.closeDialog();
    expect(page.url()).toBe(before);
    await expect(workflowName(app)).toHaveText('Review');
  });
});

test.describe('pasting', () => {
  test('takes XML amid the words of a chat as tasks', async ({ app, page }) => {
    await app.openText(review);
    await app.canvas.focus();
    await pasteText(
      page,
      'Of course:\n\n```xml\n<task id="sum"><description>Sum it up</description></task>\n```\nShall I?',
    );
    await new Canvas(app).expectTasks(4);
    await expectSaved(app, 'description: Sum it up');
  });

  test('of a whole workflow offers to open it as one', async ({ app, page }) => {
    await app.openText(review);
    const before = page.url();
    const other = 'heddle: 1\nname: Other # mine\ndefault_model: sim:small\ntasks:\n  sum: { description: Sum up }\n';
    await app.canvas.focus();
    await pasteText(page, other);
    await new Canvas(app).expectTasks(4);
    await app.messages.getByRole('button', { name: 'Open as a new workflow' }).click();
    await expect(workflowName(app)).toHaveText('Other');
    await app.isReady();
    expect(await savedText(app)).toBe(other);
    await page.goto(before);
    await new Canvas(app).expectTasks(3);
  });

  test('on the start page says what it cannot take', async ({ app, page }) => {
    await app.openStart();
    await pasteText(page, 'Dear all,');
    await expect(app.messages).toContainText('What was pasted was not opened.');
  });
});

test.describe('an address', () => {
  const refusals: readonly (readonly [what: string, path: string, says: string | RegExp])[] = [
    ['that leads nowhere', '/none.yaml', 'has nothing at this address (404)'],
    ['that pages may not read', '/closed.yaml', 'does not let other pages read this file (CORS)'],
    ['of a web page', '/page.html', 'This is a web page, not a workflow.'],
    ['of 50 MB', '/large.yaml', '“large.yaml” is larger than 5 MB.'],
    ['of a file without an end', '/endless.yaml', '“endless.yaml” is larger than 5 MB.'],
  ];
  for (const [what, path, says] of refusals) {
    test(`${what} is refused with what to do`, async ({ app, files, page }) => {
      files.add('/closed.yaml', { body: review, cors: false });
      files.add('/page.html', { body: '<!doctype html><title>Review</title>', type: 'text/html' });
      if (path === '/large.yaml') files.add(path, { body: 'x'.repeat(50 * 1024 * 1024) });
      files.addEndless('/endless.yaml');
      await app.openStart();
      await openAddress(app, files.url + path);
      await expect(app.dialog).toContainText(says);
      await expect(app.dialog).toContainText('What is open was not changed.');
      await app.dialog.getByLabel('Address').press('ControlOrMeta+a');
      await page.keyboard.type(`${files.url}/good.yaml`);
      files.add('/good.yaml', { body: review });
      await page.keyboard.press('Enter');
      await expect(workflowName(app)).toHaveText('Review');
    });
  }

  test('of a file with mistakes asks what to do', async ({ app, files }) => {
    files.add('/torn', { body: review.replace('x-owner', 'owner') });
    await app.openStart();
    await openAddress(app, `${files.url}/torn`);
    await expect(app.dialog.getByRole('heading', { name: '“torn” has mistakes' })).toBeVisible();
  });

  test('in a link is offered, and fetched only when that is wanted', async ({ app, files, page }) => {
    files.add('/flow.yaml', { body: review });
    await page.goto(`./#open=${files.url}/flow.yaml`);
    await expect(app.dialog.getByLabel('Address')).toHaveValue(`${files.url}/flow.yaml`);
    expect(files.asked).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(workflowName(app)).toHaveText('Review');
    await app.isReady();
    await app.openStart();
    await page.getByRole('button', { name: 'Open from URL' }).click();
    await expect(app.dialog.getByLabel('Address')).toHaveValue('');
  });

  test('is asked of nobody before it is said to be opened', async ({ app, files, page }) => {
    await app.openStart();
    await page.getByRole('button', { name: 'Open from URL' }).click();
    await expect(app.dialog.getByLabel('Address')).toBeFocused();
    await page.keyboard.type(`${files.url}/any.yaml`);
    await app.closeDialog();
    await expect(page.getByRole('button', { name: 'Open from URL' })).toBeFocused();
    expect(files.asked).toEqual([]);
  });
});

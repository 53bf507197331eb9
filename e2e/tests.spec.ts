import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { isAccessible } from './support/accessible';
import { expect, test } from './support/app';

const triage = `heddle: 1
name: Triage
default_model: sim:fast
inputs: { mail: { type: text, default: Order A-20418 came broken. } }
tasks:
  classify: { description: "Classify {{mail}}", options: { reply: refund } }
  answer: { description: "Answer {{mail}} as {{classify}}", depends_on: [classify], options: { reply: A-20418 is paid back. } }
`;

test('a run is kept as a test, which its recording and earlier runs answer', {
  tag: '@main',
}, async ({ app, page }) => {
  await app.openText(triage);
  expect(await app.run()).toBe('completed');
  await page.getByRole('button', { name: /^Actions of run 1/ }).click();
  await page.getByRole('menuitem', { name: 'Keep as a test' }).click();
  const form = page.getByRole('complementary', { name: 'Keep as a test' });
  await expect(form.getByText(/all hold in run 1$/)).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill('refund');
  await isAccessible(app, 'the form that keeps a run as a test');
  await form.getByRole('button', { name: 'Keep as a test' }).click();
  await expect(page.getByText('refund is a test now.')).toBeVisible();
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect(page.getByTitle('/tests/refund.jsonl')).toBeVisible();
  await app.isSaved();
  await app.reload();

  await page.getByRole('tab', { name: 'Tests' }).click();
  await expect(page.getByRole('button', { name: 'passed refund' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nothing to ask' })).toBeDisabled();
});

const mails = `heddle: 1
name: Mails
default_model: harbour:small
inputs: { mail: { type: text, default: none } }
tasks:
  classify: { description: "Classify {{mail}}" }
tests:
  mails: { rows: "file:///rows.jsonl", expect: [{ type: equals, task: classify, value: refund }] }
`;

test('tests ask only what was counted, stop, go on after a reload without asking twice, and show where a case failed', async ({
  app,
  page,
  server,
}) => {
  server.on({ reply: 'refund' });
  server.on({ match: 'Mail 3', reply: 'exchange' });
  await app.openText(mails, { id: 'harbour', baseUrl: `${server.url}/v1` });
  await page.getByRole('tab', { name: 'Files' }).click();
  const rows = Array.from({ length: 12 }, (_, index) => JSON.stringify({ mail: `Mail ${index + 1}.` })).join('\n');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).first().click();
  await (await chooser).setFiles({ name: 'rows.jsonl', mimeType: '', buffer: Buffer.from(rows) });
  await expect(page.getByTitle('/rows.jsonl')).toBeVisible();
  await page.getByRole('tab', { name: 'Tests' }).click();
  const ask = page.getByRole('button', { name: /^Run what changed/ });
  await expect(ask).toHaveText(/· 12 asked, price not known/);
  expect(server.requests).toHaveLength(0);

  server.on({ match: 'Mail 6', reply: 'refund', holdAfterChunks: 0 });
  await ask.click();
  await expect.poll(() => server.count('Mail 6')).toBe(1);
  await expect.poll(() => server.requests.length).toBe(12);
  await expect(page.getByText(/1 being asked/)).toBeVisible();
  await app.reload();
  server.on({ match: 'Mail 6', reply: 'refund' });
  await page.getByRole('tab', { name: 'Tests' }).click();
  await expect(ask).toHaveText(/· 1 asked, price not known/);
  await ask.click();
  await expect(page.getByRole('button', { name: 'Nothing to ask' })).toBeVisible();
  await expect(page.getByText(/11 passed, 1 failed/)).toBeVisible();
  expect(server.requests).toHaveLength(13);
  await page.getByRole('tab', { name: 'Runs' }).click();
  await expect(page.getByText('No runs yet')).toBeVisible();

  await page.getByRole('tab', { name: 'Tests' }).click();
  const failed = page.getByRole('button', { name: /^failed 3/ });
  await failed.focus();
  await page.keyboard.press('Enter');
  const opened = page.getByRole('region', { name: 'Case mails/3' });
  await expect(opened.getByRole('row', { name: /equals.*refund.*exchange/ })).toBeVisible();
  await expect(app.inspector.getByRole('heading', { name: 'classify' })).toBeVisible();
  await isAccessible(app, 'the tests, and a failed case that is open');
  await opened.getByRole('button', { name: 'Open the run' }).click();
  await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true');
  expect(server.requests).toHaveLength(13);
});

test('the report of heddle test opens from the disk, and nothing that a model said or a test is called acts in it', async ({
  page,
}, info) => {
  const hostile = `<img src="http://127.0.0.1:9/x.png" onerror="document.title='robbed'"><script>document.title='robbed'</script><style>*{display:none}</style>[link](javascript:alert(1))`;
  const file = info.outputPath('flow.yaml');
  const report = info.outputPath('report.html');
  const said = JSON.stringify(hostile);
  await writeFile(
    file,
    `default_model: sim:fast
tasks: { say: { description: Say, options: { reply: ${said} } } }
tests: { one: { name: ${said}, description: ${said}, expect: [{ type: equals, value: ${said.replace('robbed', 'other')} }] } }
`,
  );
  await new Promise<void>((resolve) => {
    execFile(process.execPath, ['dist/cli/heddle.js', 'test', file, '--html', report], () => resolve());
  });
  const asked: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('dialog', (dialog) => faults.push(dialog.message()));
  const url = pathToFileURL(report).href;
  await page.goto(url);
  await expect(page.getByText('1 failed').first()).toBeVisible();
  for (const fold of await page.locator('summary').all()) await fold.click();
  await expect(page.getByText('<script>').first()).toBeVisible();
  expect([asked, faults]).toEqual([[url], []]);
  expect(await page.title()).not.toBe('robbed');
  expect(await page.locator('img, script, a[href^="javascript"]').count()).toBe(0);
});

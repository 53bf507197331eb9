import { waitFor, within } from '@tests/support/dom';
import type { Page } from '@tests/support/page';
import { takeDownload } from '@tests/support/page-files';
import { openAtHarbour } from '@tests/support/page-runs';
import { expect, it } from 'vitest';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';

const triage = `default_model: harbour:small
variables: { mail: About A-20418 }
tasks:
  classify: { description: "Classify {{mail}}" }
  answer: { description: "Answer {{mail}} as {{classify}}", depends_on: [classify] }
tests:
  refund: { tags: [smoke], expect: [{ type: equals, task: classify, value: refund }] }
  wrong: { expect: [{ type: equals, task: classify, value: exchange }] }
  other: { inputs: { mail: Another mail } }
  gone: { recording: "file:///tests/gone.jsonl" }
  later: { disabled: true }
`;

const listRows = (page: Page) =>
  [...page.all.getByRole('list', { name: 'Tests' }).children].map((row) => row.textContent);
const openTests = async (page: Page) => page.user.click(await page.all.findByRole('tab', { name: 'Tests' }));

it('tests are judged by what is kept as their tab opens, without any call, and ask only what was counted', async () => {
  const { page, runs, server } = await openAtHarbour(triage);
  server.on({ match: 'Classify', reply: 'refund' });
  server.on({ match: 'Answer', reply: 'Order A-20418 is paid back.' });
  expect(await runs.run()).toBe('completed');
  const asked = server.requests.length;
  await openTests(page);
  const ask = await page.all.findByRole('button', { name: /^Run what changed · 1 asked, price not known$/ });
  expect(listRows(page)).toEqual(['refundpassed', 'wrongclassify', 'otherasked', 'goneerror', 'laternot run']);
  expect(server.requests.length).toBe(asked);

  await page.user.click(ask);
  await waitFor(() => expect(listRows(page)).toContain('otherpassed'));
  await page.all.findByRole('button', { name: 'Nothing to ask' });
  expect(server.requests.length).toBe(asked + 2);
  // Its run is not among those of the person, and answers from now on.
  expect(await page.runs()).toHaveLength(1);
  await page.press('Check again, asks nothing');
  await page.all.findByRole('button', { name: 'Nothing to ask' });
  expect(listRows(page)).toContain('otherpassed');
  expect(server.requests.length).toBe(asked + 2);

  const download = async (name: string) => {
    await page.press('Download the report');
    return takeDownload(async () => page.user.click(await page.all.findByRole('menuitem', { name })));
  };
  const report = await download('JSON');
  expect(JSON.parse(await report.text())).toMatchObject({
    version: 1,
    totals: { cases: 4, passed: 2, failed: 1, error: 1 },
  });
  // Each form as `heddle test` writes it, under a name that says what it is.
  for (const [form, ending, start] of [
    ['Page (HTML)', 'html', /^<!doctype html>/i],
    ['Markdown', 'md', /^2 passed, 1 failed, 1 error/],
    ['JUnit', 'xml', /^<\?xml [^>]*>\s*<testsuites [^>]*tests="4"/],
  ] as const) {
    const file = await download(form);
    expect(file.name).toBe(report.name.replace(/json$/, ending));
    expect(await file.text()).toMatch(start);
  }
  expect(report.name).toMatch(/-tests\.json$/);
  expect(server.requests.length).toBe(asked + 2);

  await page.fill(page.all.getByRole('textbox', { name: 'Find a test' }), 'smoke');
  await waitFor(() => expect(listRows(page)).toHaveLength(1));
  await page.fill(page.all.getByRole('textbox', { name: 'Find a test' }), '');
  await page.user.selectOptions(page.all.getByRole('combobox', { name: 'Verdict' }), 'error');
  await waitFor(() => expect(listRows(page)).toHaveLength(1));
});

it('a failed case shows what it expected and got, and what it got can be accepted in one step', async () => {
  const { page, runs, server } = await openAtHarbour(triage);
  server.on({ match: 'Classify', reply: 'refund' });
  server.on({ match: 'Answer', reply: 'Order A-20418 is paid back.' });
  expect(await runs.run()).toBe('completed');
  const asked = server.requests.length;
  await openTests(page);
  await page.press(/^failed wrong/);
  const opened = within(await page.all.findByRole('region', { name: 'Case wrong' }));
  opened.getByRole('row', { name: /equals.*classify.*exchange.*refund/ });
  await opened.findByRole('region', { name: 'What classify gave' });
  // Its run is shown, with its task and what that was sent.
  await waitFor(() => expect([...page.stores.view.getState().canvas.selection]).toEqual(['classify']));
  await page.inspector.findByRole('button', { name: 'Open what it was sent' });
  expect(await page.runs()).toHaveLength(1);
  expect((await page.runLine()).getByText(/^Case wrong/)).toBeVisible();
  await page.press('Accept as expected', opened);
  expect(await page.isSaved('value: refund')).not.toContain('exchange');
  await waitFor(() => expect(listRows(page)).toContain('wrongpassed'));
  await page.stores.document.actions.undo();
  expect(page.stores.document.getState().text).toBe(triage);
  await waitFor(() => expect(listRows(page)).toContain('wrongclassify'));
  await page.press('Close the case');
  await waitFor(() => expect(page.all.queryByRole('region', { name: 'Case wrong' })).toBeNull());
  expect(server.requests.length).toBe(asked);
});

it('stop awaits the call in flight, whose answer is not asked again, and a budget needs prices', async () => {
  const { page, runs, server } = await openAtHarbour(triage);
  server.on({ match: 'Classify', reply: 'refund' });
  server.on({ match: 'Answer', reply: 'Order A-20418 is paid back.' });
  expect(await runs.run()).toBe('completed');
  const asked = server.requests.length;
  server.on({ match: 'Classify Another', reply: 'refund', holdAfterChunks: 0 });
  await openTests(page);
  await page.all.findByRole('button', { name: /^Run what changed · 1 asked/ });
  const budget = page.all.getByRole('textbox', { name: 'At most, in $' });
  await page.fill(budget, 'much');
  await page.all.findByText('Write an amount such as 0.50.');
  await page.fill(budget, '0.5');
  await page.press(/^Run what changed/);
  await page.all.findByText('The price of harbour:small is not known.');
  expect(server.requests.length).toBe(asked);

  await page.fill(await page.all.findByRole('textbox', { name: 'At most, in $' }), '');
  await page.press(/^Run what changed/);
  await waitFor(() => expect(server.requests.length).toBe(asked + 1));
  await page.press('Stop');
  expect(await page.all.findByRole('button', { name: /^Stopping/ })).toBeDisabled();
  server.release();
  await page.all.findByText(/then stopped/);
  expect(server.requests.length).toBe(asked + 1);
  await page.press(/^Run what changed · 1 asked/);
  await waitFor(() => expect(listRows(page)).toContain('otherpassed'));
  expect(server.requests.length).toBe(asked + 2);
});

it('rows of a test are a group that folds, what failed first, and the canvas has a number where they failed', async () => {
  const { page } = await openAtHarbour(`default_model: harbour:small
variables: { mail: none }
tasks:
  classify: { description: "Classify {{mail}}" }
  answer: { description: "Answer {{mail}} as {{classify}}", depends_on: [classify] }
tests:
  mails: { rows: "file:///tests/mails.csv", mock: { outputs: { classify: refund, answer: Paid } } }
`);
  const { document, services } = page.stores;
  const rows = ['Paid', 'Paid', 'Kept', 'Paid', 'Paid', 'Paid', 'Lost', 'Paid'];
  const csv = ['mail,__expected', ...rows.map((expected, index) => `Mail ${index + 1},${expected}`)].join('\n');
  const content = new TextEncoder().encode(csv);
  await services.files.write(document.getState().id, [{ path: 'tests/mails.csv', content }]);
  await openTests(page);
  const list = await page.all.findByRole('list', { name: 'Rows of mails' });
  const listShown = () => [...list.children].map((row) => row.textContent);
  await waitFor(() => expect(listShown()).toEqual(['3answer', '7answer', '1passed', '2passed', '4passed', '3 more']));
  await page.press('3 more');
  expect(listShown().slice(-3)).toEqual(['5passed', '6passed', '8passed']);
  const group = list.closest('details');
  expect(group?.querySelector('summary')?.textContent).toBe('mails 8 rows 6 2');
  await page.user.click(group?.querySelector('summary') as HTMLElement);
  expect(group?.open).toBe(false);
  const dot = await page.all.findByRole('img', { name: '2 cases of tests failed at answer' });
  expect(dot.textContent).toBe('2');
});

it('after a reload the list says at once what each case said the last time, also what would be asked now', async () => {
  const tests = createMemoryStores({ now: Date.now });
  let gate: Promise<void> | undefined;
  const marks = async () => {
    await gate;
    return tests.calls.marks();
  };
  const open = async () => ({ ...tests, calls: { ...tests.calls, marks } });
  const { page, server } = await openAtHarbour(triage, { caseRuns: { open, find: open } });
  server.on({ match: 'Classify', reply: 'refund' });
  server.on({ match: 'Answer', reply: 'Order A-20418 is paid back.' });
  await openTests(page);
  await page.press(/^Run what changed · 3 asked/);
  await waitFor(() => expect(listRows(page)).toContain('otherpassed'));
  await page.all.findByText(/ spent/);
  const asked = server.requests.length;

  let judge = () => {};
  gate = new Promise((resolve) => {
    judge = resolve;
  });
  await page.reload();
  await openTests(page);
  await waitFor(() => expect(listRows(page)).toContain('otherpassed, just now'));
  expect(listRows(page)).toContain('wrongfailed, just now');
  expect(listRows(page)).toContain('laternot run');
  page.all.getByText(/checking what is kept/);
  expect(page.all.getByRole('button', { name: 'Download the report' })).toBeDisabled();
  judge();
  await waitFor(() => expect(listRows(page)).toContain('otherpassed'));
  expect(server.requests.length).toBe(asked);

  const edit = { at: triage.indexOf('Answer'), removed: 'Answer', inserted: 'Reply' };
  await page.stores.document.actions.type([edit], 'prompt');
  await waitFor(() => expect(listRows(page)).toContain('otherasked; passed, just now'));
  await page.press(/other/);
  const opened = within(await page.all.findByRole('region', { name: 'Case other' }));
  await opened.findByText('Last run here: passed, just now, 2 calls asked, price not known');
  expect(server.requests.length).toBe(asked);
});

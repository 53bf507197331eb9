import { waitFor, within } from '@tests/support/dom';
import { openAtHarbour } from '@tests/support/page-runs';
import { expect, it } from 'vitest';

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

it('tests are judged by what is kept, without any call, and say what was expected and got', async () => {
  const { page, runs, server } = await openAtHarbour(triage);
  server.on({ match: 'Classify', reply: 'refund' });
  server.on({ match: 'Answer', reply: 'Order A-20418 is paid back.' });
  expect(await runs.run()).toBe('completed');
  const asked = server.requests.length;
  await page.user.click(await page.all.findByRole('tab', { name: 'Tests' }));
  await page.all.findByText(/^5 tests\./);
  await page.press('Run tests, asks nothing');
  await page.all.findByText(/^1 passed, 1 failed, 1 held, 1 error\. 1 case would ask a model/);
  expect(server.requests.length).toBe(asked);
  expect(await page.runs()).toHaveLength(1);

  const list = within(page.all.getByRole('list', { name: 'Tests' }));
  const rows = () => [...page.all.getByRole('list', { name: 'Tests' }).children].map(({ textContent }) => textContent);
  expect(rows().map((row) => row?.replace(/(passed|failed|held|error|not run).*/, ' $1'))).toEqual([
    ...['refund passed', 'wrong failed', 'other held', 'gone error', 'later not run'],
  ]);
  list.getByText('Expected exchange, got refund.');
  list.getByText('harbour:small would be asked.');
  list.getByText(/^file:\/\/\/tests\/gone\.jsonl: There is no such file/);

  await page.fill(page.all.getByRole('textbox', { name: 'Find a test' }), 'smoke');
  await waitFor(() => expect(rows()).toHaveLength(1));
  await page.fill(page.all.getByRole('textbox', { name: 'Find a test' }), '');
  await page.user.selectOptions(page.all.getByRole('combobox', { name: 'Verdict' }), 'held');
  await waitFor(() => expect(rows()).toHaveLength(1));
  await page.press('Show in the code', list);
  await waitFor(() => expect(page.stores.view.getState().preferences.mode).not.toBe('canvas'));
});

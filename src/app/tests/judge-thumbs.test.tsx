import { waitFor, within } from '@tests/support/dom';
import { openAtHarbour } from '@tests/support/page-runs';
import { expect, it } from 'vitest';
import { labelsPath } from '@/workflow/test-files';

const polite = `default_model: harbour:small
tasks:
  answer: { description: "Answer the mail" }
tests:
  kind: { expect: [{ type: llm-rubric, value: It is polite., judge: { model: "harbour:judge" } }] }
`;

it('a person says of what a judge found whether they agree, in the files of the workflow; no model is asked', async () => {
  const { page, runs, server } = await openAtHarbour(polite);
  server.on({ match: 'Answer the mail', reply: 'Thank you for your mail.' });
  server.on({ match: 'It is polite.', reply: '{"reason": "It says thanks.", "score": 0.9, "pass": true}' });
  expect(await runs.run()).toBe('completed');
  await page.user.click(await page.all.findByRole('tab', { name: 'Tests' }));
  await page.press(/^Run what changed · 1 asked/);
  await page.all.findByRole('button', { name: 'Nothing to ask' });
  const asked = server.requests.length;
  await page.press(/^passed kind/);
  const opened = within(await page.all.findByRole('region', { name: 'Case kind' }));
  opened.getByText('0.9, 0.5 needed: It says thanks.');
  opened.getByText('harbour:judge: judge not checked');
  const agree = opened.getByRole('button', { name: 'I agree' });
  const disagree = opened.getByRole('button', { name: 'I disagree' });
  await waitFor(() => expect(agree).toBeEnabled());
  expect([agree, disagree].map((button) => button.getAttribute('aria-pressed'))).toEqual(['false', 'false']);

  const { id } = page.stores.document.getState();
  const { files } = page.stores.services;
  const readFile = async () => new TextDecoder().decode(await files.read(id, `/${labelsPath}`));
  const others = Array.from({ length: 19 }, (_, at) => ({ judgement: `other ${at}`, pass: at < 10, agree: true }));
  await page.user.click(disagree);
  await opened.findByText('harbour:judge: people agree in 0 of 1, judge not checked: 20 are needed');
  expect(disagree).toHaveAttribute('aria-pressed', 'true');
  const { judge, ...label } = JSON.parse(await readFile());
  expect(label).toMatchObject({ pass: true, agree: false, case: 'kind', type: 'llm-rubric', model: 'harbour:judge' });

  // What others said meanwhile stays, a line that is none too.
  const lines = ['no label', ...others.map((other) => JSON.stringify({ ...other, judge }))];
  await files.write(id, [{ path: `/${labelsPath}`, content: new TextEncoder().encode(lines.join('\n')) }]);
  await page.user.click(agree);
  await opened.findByText('harbour:judge: people agree in 20 of 20 (κ 1.00)');
  expect([agree, disagree].map((button) => button.getAttribute('aria-pressed'))).toEqual(['true', 'false']);
  const written = await readFile();
  expect(written.split('\n')).toHaveLength(22);
  expect(written).toMatch(/^no label\n/);

  await page.press('Close the case');
  await page.press(/^passed kind/);
  const again = await page.all.findByRole('button', { name: 'I agree', pressed: true });
  await waitFor(() => expect(again).toBeEnabled());
  // Pressed once more, what was said is taken back.
  await page.user.click(again);
  await page.all.findByRole('button', { name: 'I agree', pressed: false });
  expect(await readFile()).toBe(`${lines.join('\n')}\n`);
  expect(server.requests.length).toBe(asked);
});

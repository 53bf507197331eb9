import { waitFor, within } from '@tests/support/dom';
import { openAtHarbour, openWithScripts } from '@tests/support/page-runs';
import { expect, it } from 'vitest';
import { readYaml } from '@/formats/yaml/read-yaml';
import { getOwnTests } from '@/workflow/test-files';

const triage = `# What comes in
default_model: harbour:small
inputs:
  mail: { type: text, default: About A-20418 }
tasks:
  classify: { description: "Classify {{mail}}" } # one word
  answer: { description: "Answer {{mail}} as {{classify}}", depends_on: [classify] }
`;

const panel = async (all: ReturnType<typeof within>) =>
  within(await all.findByRole('complementary', { name: 'Keep as a test' }));

it('a run becomes a test with its recording, in one step that is taken back', async () => {
  const { page, runs, server } = await openAtHarbour(triage);
  server.on({ match: 'Classify', reply: 'refund' });
  server.on({ match: 'Answer', reply: 'Order A-20418 is paid back.' });
  expect(await runs.run()).toBe('completed');
  const asked = server.requests.length;
  await runs.act('Keep as a test');
  const form = await panel(page.all);
  await form.findByText(/^\d of \d, all hold in run 1$/);
  const ticked = form.getAllByRole('checkbox').filter((box) => (box as HTMLInputElement).checked);
  expect(ticked.map((box) => box.closest('label')?.textContent?.trim())).toEqual([
    ...['equals classify refund', 'contains A-20418', expect.stringMatching(/^tokens at most \d+$/)],
  ]);
  await page.user.click(form.getByRole('checkbox', { name: /^tokens/ }));
  await page.fill(form.getByRole('textbox', { name: 'Name' }), 'no good');
  await form.findByText(/^A name starts with a letter/);
  expect(form.getByRole('button', { name: 'Keep as a test' })).toBeDisabled();
  await page.fill(form.getByRole('textbox', { name: 'Name' }), 'refund');
  await page.fill(form.getByRole('textbox', { name: 'Tags' }), 'smoke, mail');
  await form.findByText(/recording: file:\/\/\/tests\/refund\.jsonl/);
  form.getByText('2 calls, price not known');
  await page.press('Try it now, asks nothing', form);
  await form.findByText('It passed: 2 expectations held, nothing was asked.');
  await page.press('Keep as a test', form);
  await waitFor(() => expect(page.stores.document.getState().document.tests).toHaveProperty('refund'));
  await page.all.findByText('refund is a test now.');
  await waitFor(() => expect(page.all.queryByRole('complementary', { name: 'Keep as a test' })).toBeNull());

  const { document, services } = page.stores;
  const { text, id } = document.getState();
  expect(text.startsWith(triage)).toBe(true);
  expect(readYaml(text).document?.tests).toEqual({
    refund: {
      tags: ['smoke', 'mail'],
      recording: 'file:///tests/refund.jsonl',
      inputs: { mail: 'About A-20418' },
      expect: [
        { type: 'equals', task: 'classify', value: 'refund' },
        { type: 'contains', value: 'A-20418' },
      ],
    },
  });
  const recording = new TextDecoder().decode(await services.files.read(id, '/tests/refund.jsonl'));
  expect(
    recording
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).kind),
  ).toContain('run.completed');
  expect(server.requests.length).toBe(asked);

  const listFiles = async () => (await services.files.list(id)).map(({ path }) => path);
  await document.actions.undo();
  expect(document.getState().text).toBe(triage);
  await waitFor(async () => expect(await listFiles()).toEqual([]));
  await document.actions.redo();
  await waitFor(async () => expect(await listFiles()).toEqual(['/tests/refund.jsonl']));
  expect(new TextDecoder().decode(await services.files.read(id, '/tests/refund.jsonl'))).toBe(recording);
});

it('of a failed run it says what does not hold, and a rubric needs a model that judges', async () => {
  const { page, runs, server } = await openAtHarbour(triage);
  server.on({ match: 'Classify', reply: 'refund' });
  server.on({ match: 'Answer', status: 400, message: 'too odd' });
  expect(await runs.run()).toBe('failed');
  await runs.act('Keep as a test');
  const form = await panel(page.all);
  expect(await form.findByRole('checkbox', { name: /^status COMPLETE/ })).not.toBeChecked();
  form.getByText(/^does not hold: it ended as /);
  await page.fill(form.getByRole('textbox', { name: 'Rubric' }), 'Blames nobody');
  await form.findByText('Name the model that judges, as provider:name.');
  await page.press('Keep as a test', form);
  expect(page.stores.document.getState().text).toBe(triage);
  await page.fill(form.getByRole('textbox', { name: /^Model that judges/ }), 'harbour:large');
  await page.press('Keep as a test', form);
  await waitFor(() => expect(page.stores.document.getState().document.tests).toHaveProperty('run_1'));
  expect(getOwnTests(page.stores.document.getState().document)['run_1']).toMatchObject({
    judge: { model: 'harbour:large' },
    expect: [{ type: 'equals' }, { type: 'llm-rubric', value: 'Blames nobody', threshold: 0.8 }],
  });
});

it('a dry run is not kept', async () => {
  const { page, runs } = await openWithScripts('tasks: { a: { type: script, inputs: { x: 1 } } }\n');
  await page.user.click(await page.all.findByRole('button', { name: 'Other ways to run' }));
  await page.user.click(await page.all.findByRole('menuitem', { name: /^Dry run/ }));
  expect(await page.isOver()).toBe('completed');
  await page.user.click(within(runs.headerElement).getByRole('button', { name: /^Actions of/ }));
  expect(await page.all.findByRole('menuitem', { name: 'Keep as a test' })).toHaveAttribute('aria-disabled', 'true');
});

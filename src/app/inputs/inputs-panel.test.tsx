import { waitFor, within } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { expect, it } from 'vitest';

const triage = `
inputs:
  mail: { type: text, required: true, label: Mail, description: The mail as it came, max_length: 20 }
  language: { type: choice, options: [en, de], default: en }
  most: { type: number, required: true, label: Largest refund, min: 0, max: 200 }
  urgent: { type: boolean, label: Urgent }
  orders: { type: json, schema: { type: array }, default: [] }
tasks:
  echo:
    type: script
    inputs: { mail: { from: mail }, language: { from: language }, most: { from: most }, urgent: { from: urgent } }
`;

const panel = async (page: Page) => within(await page.all.findByRole('complementary', { name: 'Inputs of the run' }));
const echoed = async (page: Page) =>
  (await page.storedEvents()).findLast(({ kind, path }) => kind === 'task.completed' && path === 'task/echo')?.result;

it('a run that lacks a value opens the form, which tells what is wrong and then runs with what was given', async () => {
  const page = await openPage(triage);
  await page.press('Run', page.topBar);
  const form = await panel(page);
  const mail = await form.findByRole('textbox', { name: /^Mail/ });
  await waitFor(() => expect(mail).toHaveFocus());
  form.getByText('The mail as it came');
  expect(form.queryByText(/It is required/)).toBeNull();
  expect(await page.runs()).toEqual([]);

  const most = form.getByRole('textbox', { name: /^Largest refund/ });
  await page.fill(most, '500');
  expect(form.queryByText(/is more than 200/)).toBeNull();
  await page.user.tab();
  await form.findByText('500 is more than 200. Give a number from 0 to 200.');

  await page.press('Run', form);
  await form.findByText('It is required. Give a text.');
  await waitFor(() => expect(mail).toHaveFocus());
  form.getByText(/^2 values do not fit/);
  expect(await page.runs()).toEqual([]);

  await page.fill(mail, 'Broken lid.');
  form.getByText('11 of 20');
  await page.fill(most, '120');
  await page.user.click(within(form.getByRole('radiogroup', { name: 'language' })).getByRole('radio', { name: 'de' }));
  await page.press('Run', form);
  expect(await page.isOver()).toBe('completed');
  expect(JSON.parse((await echoed(page)) ?? '')).toEqual({
    mail: 'Broken lid.',
    language: 'de',
    most: 120,
    urgent: false,
  });
  await waitFor(() => expect(page.all.queryByRole('complementary', { name: 'Inputs of the run' })).toBeNull());
});

it('what was given last is given again, also after a reload, and the form opens each time where that is wished', async () => {
  const page = await openPage(triage);
  await page.press('Run', page.topBar);
  const form = await panel(page);
  await page.fill(await form.findByRole('textbox', { name: /^Mail/ }), 'First.');
  await page.fill(form.getByRole('textbox', { name: /^Largest refund/ }), '1');
  await page.user.click(form.getByRole('checkbox', { name: 'Ask before each run' }));
  await page.press('Run', form);
  await page.isOver();

  await page.reload();
  await page.press('Run', page.topBar);
  const again = await panel(page);
  const mail = await again.findByRole('textbox', { name: /^Mail/ });
  expect(mail).toHaveValue('First.');
  expect(await page.runs()).toHaveLength(1);
  await page.fill(mail, 'Second.');
  await page.user.click(again.getByRole('checkbox', { name: 'Ask before each run' }));
  await page.press('Run', again);
  await waitFor(async () => expect(await page.runs()).toHaveLength(2));
  await page.isOver();
  expect(JSON.parse((await echoed(page)) ?? '')).toMatchObject({ mail: 'Second.', most: 1 });

  // Nothing is missing, and nobody wishes to be asked.
  await page.runEverythingAgain();
  expect(await page.runs()).toHaveLength(3);
  expect(page.all.queryByRole('complementary', { name: 'Inputs of the run' })).toBeNull();

  const { services } = page.stores;
  const [first] = await page.runs();
  expect(await services.runner.givenInputs(first?.id ?? '')).toContainEqual({ name: 'mail', value: 'First.' });
});

it('a dry run makes up what is missing, and a file is stored with the workflow', async () => {
  const page = await openPage(`
inputs:
  mail: { type: text, required: true }
  invoice: { type: file, accept: [text/plain] }
tasks:
  echo: { type: script, inputs: { mail: { from: mail }, invoice: { from: invoice } } }
`);
  await page.user.click(await page.all.findByRole('button', { name: 'Other ways to run' }));
  await page.user.click(await page.all.findByRole('menuitem', { name: /^Dry run/ }));
  expect(await page.isOver()).toBe('completed');

  await page.user.click(await page.all.findByRole('button', { name: 'Other ways to run' }));
  await page.user.click(await page.all.findByRole('menuitem', { name: /^Change what runs are given/ }));
  const form = await panel(page);
  await page.fill(await form.findByRole('textbox', { name: /^mail/ }), 'See the invoice.');
  await page.user.upload(form.getByLabelText(/^invoice/), new File(['100'], 'invoice.txt', { type: 'text/plain' }));
  await form.findByText('/inputs/invoice.txt');
  await page.press('Run', form);
  await waitFor(async () => expect(await page.runs()).toHaveLength(2));
  expect(await page.isOver()).toBe('completed');
  expect(JSON.parse((await echoed(page)) ?? '')).toEqual({ mail: 'See the invoice.', invoice: '/inputs/invoice.txt' });
});

it('what is typed is kept as a test of these inputs, without a run, once it fits', async () => {
  const page = await openPage(triage);
  await page.press('Run', page.topBar);
  const form = await panel(page);
  await page.press('Keep as a test', form);
  await form.findAllByText(/It is required/);
  expect(page.stores.document.getState().document.tests).toBeUndefined();
  await page.fill(form.getByRole('textbox', { name: /^Mail/ }), 'It came broken.');
  await page.fill(form.getByRole('textbox', { name: /^Largest refund/ }), '50');
  await page.press('Keep as a test', form);
  await page.all.findByText('case is a test now.');
  expect(page.stores.document.getState().document.tests).toEqual({
    case: { inputs: { mail: 'It came broken.', most: 50, urgent: false } },
  });
  expect(await page.runs()).toEqual([]);
});

import { waitFor, within } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { expect, it } from 'vitest';

it('inputs are added, renamed with what reads them, typed, ordered and removed, and each step can be undone', async () => {
  const page = await openPage(`
inputs:
  mail: { type: text, required: true }
default_model: sim:fast
tasks:
  answer: { description: "Answer {{mail}} kindly." }
`);
  const inputs = within(await page.inspector.findByRole('group', { name: 'Inputs' }));
  await page.user.click(inputs.getByText('mail'));
  await page.fill(inputs.getByLabelText('Name'), 'letter');
  await page.user.tab();
  const renamed = await page.isSaved('Answer {{letter}} kindly.');
  expect(renamed).toMatch(/inputs:\s+letter:/);

  await page.press('Add an input', inputs);
  await page.isSaved(/letter:[\s\S]*\n {2}input_1:/);
  await page.user.click(inputs.getByText('letter', { selector: 'summary *' }));
  await page.user.click(inputs.getByText('input_1', { selector: 'summary *' }));
  const open = () => within(inputs.getByRole('button', { name: 'Remove input_1' }).closest('details') as HTMLElement);
  await page.fill(open().getByLabelText('Type'), 'Choice');
  await page.isSaved('type: choice');
  await open().findAllByText(/options/i);
  await page.fill(open().getByLabelText('Options, one a line'), 'en\nde');
  await page.isSaved('options: [en, de]');
  await page.press('Move input_1 up', open());
  await page.isSaved(/\n {2}input_1:[\s\S]*\n {2}letter:/);
  await page.press('Remove input_1', open());
  await page.isNotSaved('input_1:\n');
  await page.press(/^Undo/, page.topBar);
  await page.isSaved('options: [en, de]');
  await waitFor(() => inputs.getByText('choice'));
});

import { waitFor } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { expect, it, onTestFinished, vi } from 'vitest';

const text = `
heddle: 1
name: Tides
default_model: sim:fast
tasks:
  ask: { description: When is high tide? }
  many: { type: pipeline, plan: [Look, Write], depends_on: [ask] }
`;

it('opens the page of the guide on what is open, beside the workflow', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => open.mockRestore());
  const page = await openPage(text);
  const opened = () => open.mock.calls.map(([url]) => String(url));
  await page.chooseInMenu(/^Help for what is open/);
  await waitFor(() => expect(opened()).toEqual(['./guide/canvas.html']));
  await page.select('many');
  await page.chooseInMenu(/^Help for what is open/);
  await waitFor(() => expect(opened().slice(1)).toEqual(['./guide/voting-and-pipelines.html']));
  await page.press('Models', page.topBar);
  await page.all.findByRole('navigation', { name: 'Providers' });
  await page.user.keyboard('{F1}');
  await waitFor(() => expect(opened().slice(2)).toEqual(['./guide/models.html']));
});

it('of a field is what the guide says of it, by the mouse and by F1', async () => {
  const page = await openPage(text);
  await page.select('ask');
  const field = page.field('Only if');
  await page.user.click(field);
  await page.user.keyboard('{F1}');
  const help = () => page.all.findByRole('dialog', { name: /^Help: / });
  await waitFor(async () => expect(await help()).toHaveTextContent('Expression; false: the task is skipped.'));
  expect(await help()).toHaveAccessibleName('Help: Only if');
  expect(page.dialog.getByRole('link', { name: 'In the guide' })).toHaveAttribute(
    'href',
    './guide/language-tasks.html#order-and-conditions',
  );
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(page.all.queryByRole('dialog')).toBeNull());
  expect(field).toHaveAccessibleDescription(/A CEL expression\./);

  const prompt = page.field('Prompt').closest('[data-field]');
  await page.user.click(prompt?.querySelector('[data-help]') as HTMLElement);
  await waitFor(async () => expect(await help()).toHaveTextContent('The prompt, a template'));
  expect(await help()).toHaveAccessibleName('Help: Prompt');
});

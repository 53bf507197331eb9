import { within } from '@tests/support/dom';
import { dropFiles } from '@tests/support/give-files';
import { storesWithProviders } from '@tests/support/models-screen';
import { openPage, type Page } from '@tests/support/page';
import { providersAt } from '@tests/support/page-makers';
import { type Makers, realPng, records, startMakers } from '@tests/support/servers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// That a picture is drawn, and kept by the browser, is in e2e/carried-files.spec.ts.

let makers: Makers;
beforeEach(async () => {
  makers = await startMakers();
});
afterEach(() => makers.close());

const picture = () => new File([new Uint8Array(realPng(300, 200))], 'plan.png', { type: 'image/png' });
const field = (page: Page) => within(page.inspector.getByTestId('attachments'));

/** A task that is asked of a model, with a file dropped on its attachments. */
async function withDropped(model: string, file: File): Promise<Page> {
  const page = await openPage(`default_model: ${model}\ntasks:\n  look: { description: What is in it? }\n`, {
    storage: await storesWithProviders(...providersAt(makers)),
  });
  await page.select('look');
  await page.unfold();
  await dropFiles([file], page.inspector.getByTestId('attachments'));
  return page;
}

it('a picture that is dropped on a task is sent, and named in what the call was told, also after a reload', async () => {
  const page = await withDropped('anthropic:claude-opus-5-5', picture());
  await field(page).findByRole('button', { name: 'Remove /plan.png' });
  await field(page).findByText(/^\d+ B$/);
  expect(await page.run()).toBe('completed');
  const [message] = records(makers.requests.at(-1)?.body.messages);
  const [image] = records(message?.content);
  expect(makers.refused()).toEqual([]);
  expect(image).toMatchObject({ type: 'image', source: { type: 'base64', media_type: 'image/png' } });

  await page.reload();
  await page.output('look');
  await page.press('What it was sent', page.drawer);
  const told = within(await page.all.findByRole('main', { name: 'What calls were sent' }));
  await page.user.click(await told.findByRole('button', { name: 'plan.png' }));
  await told.findByText(/plan\.png: image\/png, 300 × 200/);
});

it('a picture for a model that takes none refuses the run before it begins, and is listed with its line', async () => {
  const page = await withDropped('openai:gpt-4', picture());
  await field(page).findByRole('button', { name: 'Remove /plan.png' });
  await page.press(/^Run/, page.topBar);
  const says = /openai:gpt-4 takes texts only, so it cannot be sent “plan\.png” \(images\)\./;
  await page.all.findAllByText(says);
  const problem = await page.all.findByRole('button', { name: says });
  expect(problem).toHaveTextContent(/HED318 · \d+:\d+$/);
  expect(makers.requests).toEqual([]);
});

it('a file of 2 GB is left out unread', async () => {
  const large = Object.defineProperty(picture(), 'size', { value: 2 * 2 ** 30 });
  const read = vi.spyOn(large, 'arrayBuffer');
  const page = await withDropped('sim:fast', large);
  await page.all.findByText('No files were added.');
  page.all.getByText(/Left out: 1 too large \(over 20 MB each\)\./);
  expect(field(page).queryByRole('button', { name: /^Remove/ })).toBeNull();
  expect(read).not.toHaveBeenCalled();
});

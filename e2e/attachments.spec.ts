import type { Locator, Page } from '@playwright/test';
import { records } from './servers/makers/json';
import type { App } from './support/app';
import { expect } from './support/app';
import { openWithMakers, test } from './support/makers';

const workflow = (model: string) => `default_model: ${model}
tasks:
  look: { description: What is in the picture? }
`;

/** The attachments field of the selected task. */
const field = ({ inspector }: App): Locator => inspector.getByTestId('attachments');

/** Drops a picture of 300 × 200 pixels onto the field, as if dragged from the desktop. */
async function dropPicture(page: Page, place: Locator, name: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(async (name) => {
    const canvas = new OffscreenCanvas(300, 200);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('No canvas');
    context.fillStyle = 'teal';
    context.fillRect(0, 0, 300, 200);
    const data = new DataTransfer();
    data.items.add(new File([await canvas.convertToBlob()], name, { type: 'image/png' }));
    return data;
  }, name);
  await place.dispatchEvent('dragover', { dataTransfer });
  await place.dispatchEvent('drop', { dataTransfer });
}

/** Asserts that a picture is drawn, with its own aspect ratio. */
async function isDrawn(picture: Locator): Promise<void> {
  await expect(picture).toBeVisible();
  await expect
    .poll(() =>
      picture.evaluate((image: HTMLImageElement) => Math.round((image.naturalWidth / image.naturalHeight) * 10)),
    )
    .toBe(15);
}

test('a picture that is dropped on a task is seen there, sent, and seen in what the call was told', async ({
  app,
  makers,
}) => {
  const { page } = app;
  await openWithMakers(app, makers, workflow('anthropic:claude-opus-5-5'));
  await app.node('look').click();
  await dropPicture(page, field(app), 'plan.png');
  await expect(field(app).getByRole('button', { name: 'Remove /plan.png' })).toBeVisible();
  await isDrawn(field(app).getByRole('img', { name: '/plan.png' }));

  await app.start();
  expect(await app.isOver()).toBe('completed');
  const [message] = records(makers.requests.at(-1)?.body.messages);
  const [image] = records(message?.content);
  expect(makers.refused()).toEqual([]);
  expect(image).toMatchObject({ type: 'image', source: { type: 'base64', media_type: 'image/png' } });

  // The run still has the file after the file was removed and the page reloaded.
  await app.reload();
  await app.output('look');
  await app.drawer.getByRole('button', { name: 'What it was sent' }).click();
  const told = page.getByRole('main', { name: 'What calls were sent' });
  await told.getByRole('button', { name: 'plan.png' }).click();
  await isDrawn(told.getByRole('img', { name: 'plan.png' }));
  await expect(told.getByText(/plan\.png: image\/png, 300 × 200/)).toBeVisible();
});

test('a picture for a model that takes none refuses the run before it begins', async ({ app, makers }) => {
  await openWithMakers(app, makers, workflow('openai:gpt-4'));
  await app.node('look').click();
  await dropPicture(app.page, field(app), 'plan.png');
  await expect(field(app).getByRole('button', { name: 'Remove /plan.png' })).toBeVisible();
  await app.topBar.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(
    app.page.getByText('openai:gpt-4 takes texts only, so it cannot be sent “plan.png” (images).').first(),
  ).toBeVisible();
  expect(makers.requests).toEqual([]);
});

import { expect, test } from './support/app';
import { inputsOf, openCall, wayTo, withFunctions } from './support/function-canvas';

// What the forms, menus and keys do is tried as a component; here is what is drawn.
test('the map of an opened function shows its inputs and its result, and from far they are named blocks', async ({
  app,
  page,
}) => {
  await app.openText(withFunctions);
  await app.canvas.focus();
  await page.keyboard.press('m');
  const map = page.getByRole('img', { name: 'Map of the workflow' }).locator('canvas');
  /** The columns of the map that are not empty, as runs beside each other. */
  const blocks = () =>
    map.evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      const isFilled = (x: number) =>
        Array.from({ length: height }, (_, y) => data[4 * (y * width + x) + 3]).some(Boolean);
      return Array.from({ length: width }, (_, x) => x).filter((x) => isFilled(x) && !isFilled(x - 1)).length;
    });
  const canvas = await openCall(app, 'hello');
  await expect.poll(blocks).toBe(3);
  await expect(inputsOf(page).getByText('string', { exact: false })).toHaveCSS('opacity', '1');
  await app.canvas.focus();
  while ((await canvas.percent()) >= 30) await page.keyboard.press('-');
  await expect(inputsOf(page).getByText('string', { exact: false })).toHaveCSS('opacity', '0');
  const name = await canvas.box(inputsOf(page).getByText('Inputs', { exact: true }));
  expect(name.height).toBeGreaterThan(10);
  await page.keyboard.press('Escape');
  await expect(wayTo(page)).toHaveCount(0);
  await expect(app.node('hello').or(canvas.overview).first()).toBeAttached();
});

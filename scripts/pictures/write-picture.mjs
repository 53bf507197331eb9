// A picture of a page, in the form in which the guide shows it.
import { writeFileSync } from 'node:fs';

/** The width of the text of the guide in px (`scripts/guide.css`): a picture is not shown wider. */
const shownWidth = 860;

/**
 * Writes a picture as WebP, at most as wide as the guide shows it. The browser converts it.
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} path its ending is `.webp`
 * @param {Buffer} png
 */
export async function writePicture(context, path, png) {
  const page = await context.newPage();
  const base64 = await page.evaluate(
    async ({ source, most }) => {
      const blob = await (await fetch(`data:image/png;base64,${source}`)).blob();
      const whole = await createImageBitmap(blob);
      const width = Math.min(whole.width, most);
      const height = Math.round((whole.height * width) / whole.width);
      const picture = await createImageBitmap(blob, {
        resizeWidth: width,
        resizeHeight: height,
        resizeQuality: 'high',
      });
      const canvas = new OffscreenCanvas(width, height);
      canvas.getContext('2d')?.drawImage(picture, 0, 0);
      const webp = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
      const bytes = new Uint8Array(await webp.arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    { source: png.toString('base64'), most: shownWidth },
  );
  await page.close();
  writeFileSync(path, Buffer.from(base64, 'base64'));
}

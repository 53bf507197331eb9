import type { Page } from '@playwright/test';
import { expect } from './app';

/** Lets go of a file over the page, as one that is dragged from the desktop. */
export async function dropFile(page: Page, name: string, type: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ name, type, text }) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name, { type }));
      return data;
    },
    { name, type, text },
  );
  const target = page.locator('#root');
  await target.dispatchEvent('dragover', { dataTransfer: transfer });
  await expect(page.getByText('Drop to open as a new workflow')).toBeVisible();
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}

/** Pastes a text where the focus is, as the browser does it for the keys. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

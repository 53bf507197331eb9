import type { Page } from '@playwright/test';
import { expect } from './app';

/** Drops a file onto the page, as if dragged from the desktop. */
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

/** Pastes a text at the focus, as the browser does for the shortcut. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

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

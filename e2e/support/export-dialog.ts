import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { type App, expect } from './app';

/** A downloaded file. */
export interface DownloadedFile {
  readonly name: string;
  readonly text: string;
}

/** The export dialog. */
export class ExportDialog {
  readonly root: Locator;
  readonly preview: Locator;

  constructor(private readonly app: App) {
    this.root = app.page.getByRole('dialog', { name: 'Export' });
    this.preview = this.root.getByRole('region', { name: 'Preview' });
  }

  /** Opens it by the button of the top bar. */
  async open(): Promise<void> {
    await this.app.topBar.getByRole('button', { name: 'Export' }).click();
    await expect(this.preview).toBeVisible();
  }

  async choose(...options: readonly string[]): Promise<void> {
    for (const name of options) await this.root.getByRole('radio', { name }).click();
  }

  leaveOut(what: 'layout' | 'debugging aids' | 'pinned outputs'): Locator {
    return this.root.getByRole('checkbox', { name: `Leave out ${what}` });
  }

  /** The preview, once it contains this. */
  async shows(part: string | RegExp): Promise<string> {
    await expect(this.preview).toContainText(part);
    return this.preview.locator('pre').evaluate((element) => element.textContent ?? '');
  }

  async download(): Promise<DownloadedFile> {
    const started = this.app.page.waitForEvent('download');
    await this.root.getByRole('button', { name: 'Download' }).click();
    const file = await started;
    await expect(this.root).toBeHidden();
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  }
}

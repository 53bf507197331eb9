import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { type App, expect } from './app';

/** The panel of the runs, the header of the shown run, and the player in the drawer's bar. */
export class Runs {
  readonly page: Page;
  readonly list: Locator;
  readonly header: Locator;
  readonly bar: Locator;
  readonly slider: Locator;

  constructor(readonly app: App) {
    this.page = app.page;
    this.list = app.page.getByRole('listbox', { name: 'Runs' });
    this.header = app.page.getByRole('region', { name: 'The run that is shown' });
    this.bar = app.page.getByRole('region', { name: 'Time travel' });
    this.slider = this.bar.getByRole('slider', { name: 'Event' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('tab', { name: 'Runs' }).click();
    await expect(this.list).toBeVisible();
  }

  /** Gives a task another prompt, and returns to the runs. */
  async changePrompt(task: string, prompt: string): Promise<void> {
    await this.page.getByRole('tab', { name: 'Tasks' }).click();
    await this.app.select(task);
    await this.app.field('Prompt').fill(prompt);
    await this.app.isSaved();
    await this.open();
  }

  /** The row of a run, by its name, such as `Run 2`. */
  row(name: string): Locator {
    return this.list.getByRole('option').filter({ has: this.app.page.getByText(name, { exact: true }) });
  }

  /** Shows a run. */
  async choose(name: string): Promise<void> {
    await this.row(name).click();
    await this.isShown(name);
  }

  async isShown(name: string): Promise<void> {
    await expect(this.header).toContainText(name);
    await expect(this.row(name)).toHaveAttribute('aria-selected', 'true');
  }

  /** Chooses an action in the menu of the shown run. */
  async act(what: string): Promise<void> {
    await this.header.getByRole('button', { name: 'Actions of' }).click();
    await this.page.getByRole('menuitem', { name: what, exact: true }).click();
  }

  /** Waits until the run is shown as of an event. */
  async isAt(seq: number): Promise<void> {
    await expect(this.slider).toHaveAttribute('aria-valuetext', new RegExp(`^Event ${seq} of`));
    await expect(this.app.events()).toContainText(String(seq));
  }

  /** The lines of the file that an action saves. */
  async saved(act: () => Promise<void>): Promise<readonly string[]> {
    // A test cannot use the browser's save dialog; without it, the file is downloaded.
    await this.page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
    const [download] = await Promise.all([this.page.waitForEvent('download'), act()]);
    return (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
  }
}

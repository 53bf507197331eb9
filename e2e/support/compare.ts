import type { Locator } from '@playwright/test';
import { type App, expect } from './app';

/** The screen that compares the open workflow with a checkpoint or a file. */
export class Compare {
  readonly root: Locator;
  /** Checkpoints and file to compare with. */
  readonly bases: Locator;

  constructor(private readonly app: App) {
    this.root = app.page.getByRole('main', { name: 'Compare' });
    this.bases = this.root.getByRole('complementary', { name: 'Compare with' });
  }

  /** Opens it by the menu of the top bar. */
  async open(): Promise<void> {
    await this.app.topBar.getByRole('button', { name: 'More', exact: true }).click();
    await this.app.page.getByRole('menuitem', { name: /^Compare(?! runs)/ }).click();
    await expect(this.root).toBeVisible();
  }

  async back(): Promise<void> {
    await this.root.getByRole('button', { name: 'Canvas' }).click();
    await expect(this.app.canvas).toBeVisible();
  }

  /** Makes a checkpoint by its shortcut, and waits until it is stored under this name. */
  async checkpoint(name: string): Promise<void> {
    await this.app.page.keyboard.press('Control+s');
    await expect(this.app.messages).toContainText(`“${name}” is kept.`);
  }

  /** A row of the list of what can be compared with, newest first. */
  base(name: string): Locator {
    return this.bases.getByRole('listitem').filter({ has: this.app.page.getByText(name, { exact: true }) });
  }

  /** Chooses an action in the menu of a checkpoint. */
  async act(name: string, action: 'Restore' | 'Open as a new workflow' | 'Rename' | 'Remove'): Promise<void> {
    await this.bases.getByRole('button', { name: `More about ${name}` }).click();
    await this.app.page.getByRole('menuitem', { name: action }).click();
  }

  async withFile(name: string, text: string): Promise<void> {
    const chooser = this.app.page.waitForEvent('filechooser');
    await this.root.getByRole('button', { name: 'Compare with a file' }).click();
    await (await chooser).setFiles({ name, mimeType: '', buffer: Buffer.from(text) });
    await expect(this.bases).toContainText(name);
  }

  /** Asserts the differences of a task or of the workflow: `Renamed from fetch`, and a line for each field. */
  async expectGroup(name: string, lines: readonly string[]): Promise<void> {
    const heading = this.app.page.getByRole('rowheader', { name: new RegExp(`^${name}( |$)`) });
    const group = this.root.getByRole('rowgroup').filter({ has: heading });
    await expect(group.getByRole('row')).toHaveText(lines);
  }

  async expectFigures(figures: Readonly<Record<string, number>>): Promise<void> {
    for (const [name, value] of Object.entries(figures)) {
      const figure = this.root.locator('dl > div').filter({ has: this.app.page.getByText(name, { exact: true }) });
      await expect(figure.locator('dd').first()).toHaveText(String(value));
    }
  }

  async expectNone(): Promise<void> {
    await expect(this.root.getByText('No difference')).toBeVisible();
  }
}

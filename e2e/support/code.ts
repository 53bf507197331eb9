import { expect, type Locator } from '@playwright/test';
import type { App } from './app';

/** The code editor, used by keyboard. */
export class Code {
  readonly root: Locator;

  constructor(private readonly app: App) {
    this.root = app.page.getByRole('region', { name: 'Code' });
  }

  async show(mode: 'Code' | 'Both', notation: 'YAML' | 'XML' = 'YAML'): Promise<void> {
    await this.app.page.getByRole('radio', { name: mode }).click();
    await this.root.getByRole('radio', { name: notation }).click();
    await expect(this.root).toContainText('default_model');
  }

  /** Puts the cursor at the end of a line of the text, from 1. */
  async goTo(line: number): Promise<void> {
    const { keyboard } = this.app.page;
    await this.root.getByRole('textbox').focus();
    await keyboard.press('Control+Home');
    for (let below = 1; below < line; below += 1) await keyboard.press('ArrowDown');
    await keyboard.press('End');
  }

  /** Opens the fixes at the cursor, of which one says `text`. Suggestions that open in the same moment close them. */
  async openFixes(text: string | RegExp): Promise<void> {
    const { page } = this.app;
    const fix = page.getByRole('listbox', { name: 'Action Widget' }).getByText(text);
    await expect(async () => {
      await page.keyboard.press('Control+.');
      await expect(fix).toBeVisible({ timeout: 3000 });
    }).toPass();
  }

  /** Selects the first occurrence of a text, by searching for it. */
  async select(text: string): Promise<void> {
    const { keyboard } = this.app.page;
    const editor = this.root.getByRole('textbox', { name: /^Code/ });
    await editor.focus();
    await keyboard.press('Control+Home');
    await keyboard.press('Control+f');
    const search = this.root.getByRole('textbox', { name: 'Find' });
    await search.fill(text);
    // The search runs a moment after the text was typed.
    const found = this.root.locator('.matchesCount');
    await expect(found).toHaveText(/^(\?|\d+) of \d+$/);
    await keyboard.press('Enter');
    await expect(found).toHaveText(/^\d+ of \d+$/);
    await keyboard.press('Escape');
    // Until then the search field gets the keys.
    await expect(editor).toBeFocused();
  }

  async type(text: string): Promise<void> {
    await this.app.page.keyboard.type(text);
  }

  /** Pastes a text, without automatic indentation or completion. */
  async paste(text: string): Promise<void> {
    await this.app.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.app.page.keyboard.press('Control+v');
  }
}

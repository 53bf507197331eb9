import { expect } from 'vitest';
import { selectTasks } from '@/state/view/canvas';
import { act, waitFor, within } from './dom';
import type { Page } from './page';

/** An edit that a person makes, and what the page shows of it. */
interface MadeEdit {
  readonly act: () => Promise<unknown>;
  /** What the text has then. */
  readonly text: string | RegExp;
  /** The tasks and notes that the canvas has then. */
  readonly drawn?: readonly string[];
  /** Those that it has no more. */
  readonly gone?: readonly string[];
  /** How many steps of undo it is; left out: one. */
  readonly steps?: number;
}

/**
 * The canvas of a page in this process: tasks by their paths, keys and menus. It has no layout, so nothing is dragged
 * on it. It mirrors `Canvas` of `e2e/support/canvas.ts`.
 */
export class PageCanvas {
  constructor(private readonly page: Page) {}

  /** The canvas itself. A search by its role looks at the style of all elements, which takes long. */
  private get root(): HTMLElement {
    const root = document.querySelector<HTMLElement>('[data-canvas]');
    return root ?? this.page.canvas;
  }

  /** The node of a task or a note; null: it is not drawn. */
  node(key: string): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(`[data-task="${key}"]`);
  }

  /** Waits until tasks are drawn, and others are not. */
  async has(drawn: readonly string[], gone: readonly string[] = []): Promise<void> {
    await waitFor(() => {
      for (const key of drawn) expect(this.node(key), key).not.toBeNull();
      for (const key of gone) expect(this.node(key), key).toBeNull();
    });
  }

  /** Waits until the canvas is opened at a container or a function; left out: at the whole workflow. */
  async isAt(name = ''): Promise<void> {
    const way = () => document.querySelector('[aria-label="Opened container"]')?.textContent ?? '';
    await waitFor(() => expect(way()).toBe(name === '' ? '' : `Workflow›${name}`));
  }

  /** What is said to screen readers of the selection. */
  said(): string {
    return document.querySelector('[data-live-texts] [role="status"] > :last-child')?.textContent ?? '';
  }

  async says(text: string | RegExp): Promise<void> {
    await waitFor(() => {
      if (typeof text === 'string') expect(this.said()).toBe(text);
      else expect(this.said()).toMatch(text);
    });
  }

  /** A wire, by what it says. */
  wire(name: string | RegExp): HTMLElement | null {
    return within(this.root).queryByRole('img', { name, hidden: true });
  }

  /** Selects tasks and notes, wherever they are. */
  choose(...keys: readonly string[]): void {
    act(() => selectTasks(this.page.stores.view, keys));
  }

  /** Presses keys on the canvas, in the notation of Playwright: `Control+Shift+g`. */
  async press(...all: readonly string[]): Promise<void> {
    for (const keys of all) {
      act(() => this.root.focus());
      await this.page.user.keyboard(keyboardText(keys));
    }
  }

  /** Selects tasks, and presses keys. */
  async pressOn(chosen: string | readonly string[], ...keys: readonly string[]): Promise<void> {
    this.choose(...[chosen].flat());
    await this.press(...keys);
  }

  /** Opens the menu of a task or a note by a right click, and chooses in it and in the menus beside it. */
  async menu(key: string, ...names: readonly (string | RegExp)[]): Promise<void> {
    await this.has([key]);
    await this.page.user.pointer({ target: this.node(key) ?? this.root, keys: '[MouseRight]' });
    for (const name of names)
      await this.page.user.click(await this.page.all.findByRole('menuitem', { name, hidden: true }));
  }

  /** Chooses a command by its words. */
  async command(words: string): Promise<void> {
    await this.press('Control+k');
    const dialog = within(await this.page.all.findByRole('dialog'));
    await this.page.user.type(await dialog.findByRole('combobox'), `${words}{Enter}`);
  }

  /** Adds a task of a type by key, to what is selected. */
  async add(type: string): Promise<void> {
    await this.press('n');
    await this.page.user.type(
      await this.page.all.findByRole('combobox', { name: 'Add a task', hidden: true }),
      `${type}{Enter}`,
    );
  }

  /** Makes an edit, which is undone to the letter. */
  async isUndone({ act: edit, text, drawn = [], gone = [], steps = 1 }: MadeEdit): Promise<string> {
    const before = await this.page.savedText();
    await edit();
    const after = await this.page.isSaved(text);
    expect(after).not.toBe(before);
    await this.has(drawn, gone);
    await this.press(...Array.from({ length: steps }, () => 'Control+z'));
    await waitFor(async () => expect(await this.page.savedText()).toBe(before));
    return after;
  }
}

/** Keys such as `Control+z`, as user-event takes them. */
function keyboardText(keys: string): string {
  const parts = keys === '+' ? ['+'] : keys.split('+');
  const key = parts.at(-1) ?? '';
  const modifiers = parts.slice(0, -1);
  const down = modifiers.map((modifier) => `{${modifier}>}`).join('');
  const up = modifiers.map((modifier) => `{/${modifier}}`).join('');
  return `${down}${key.length === 1 ? key : `{${key}}`}${up}`;
}

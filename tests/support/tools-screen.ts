import { expect } from 'vitest';
import { waitFor, within } from './dom';
import type { Page } from './page';

/** The screen of tools, as a person uses it. */
export class ToolsOnPage {
  constructor(readonly page: Page) {}

  get screen() {
    return this.page.all.getByRole('main', { name: 'Tools' });
  }

  get details() {
    return within(within(this.screen).getByRole('complementary', { name: 'Details' }));
  }

  get tryOut() {
    return within(this.details.getByRole('region', { name: 'Try it out' }));
  }

  get result() {
    return this.tryOut.findByRole('region', { name: 'Result' });
  }

  source(name: string): HTMLElement {
    const sources = within(this.screen).getByRole('navigation', { name: 'Sources of tools' });
    const entry = within(sources).getByText(name, { exact: true }).closest('button');
    if (entry === null) throw new Error(`“${name}” is no source of the list.`);
    return entry;
  }

  rows(): readonly HTMLElement[] {
    return within(this.screen).queryAllByRole('option');
  }

  row(name: string): HTMLElement {
    return within(this.screen).getByRole('option', { name: new RegExp(`^${name},`) });
  }

  async open(source: string): Promise<void> {
    await this.page.user.click(this.source(source));
  }

  async choose(name: string): Promise<void> {
    await this.page.user.click(await waitFor(() => this.row(name)));
    await waitFor(() => expect(this.details.getByRole('heading', { level: 2 })).toHaveTextContent(name));
  }

  filter(text: string): Promise<void> {
    return this.page.fill(within(this.screen).getByRole('searchbox'), text);
  }

  /** Fills a field of the form, once the parameters are known. */
  async give(label: RegExp, value: string): Promise<void> {
    await this.page.fill(await this.tryOut.findByLabelText(label), value);
  }

  async press(name: string): Promise<void> {
    await this.page.user.click(await this.details.findByRole('button', { name }));
  }
}

import { expect } from 'vitest';
import type { ProviderConfig } from '@/providers/provider-config';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import type { Stores } from '@/storage/stores';
import { waitFor, within } from './dom';
import type { Page } from './page';

/** Stores of a page whose providers are set up already: how a person adds one is for the test of that screen. */
export async function storesWithProviders(...providers: readonly ProviderConfig[]): Promise<Stores> {
  localStorage.clear();
  const stores = createMemoryStores({ now: Date.now });
  await stores.settings.put('providers', { version: 2, providers });
  return stores;
}

/** A server of chat completions that needs no key, as a provider. */
export function ownProvider(id: string, url: string, more: Partial<ProviderConfig> = {}): ProviderConfig {
  return { id, label: id, protocol: 'compatible', baseUrl: `${url}/v1`, needsKey: false, ...more };
}

/** The screen of models, as a person uses it. */
export class ModelsOnPage {
  constructor(private readonly page: Page) {}

  /** Opens it from the whole page. */
  async open(): Promise<void> {
    await this.page.press('Models', this.page.topBar);
    await this.page.all.findByRole('navigation', { name: 'Providers' });
  }

  /** Leaves it. */
  async leave(): Promise<void> {
    await this.page.press(/^(Canvas|Start)$/, this.root);
    await waitFor(() => expect(this.page.all.queryByRole('main', { name: 'Models' })).toBeNull());
  }

  get root() {
    return within(this.page.all.getByRole('main', { name: 'Models' }));
  }

  get details() {
    return within(this.root.getByRole('complementary', { name: 'Details' }));
  }

  get table(): HTMLElement {
    const table = this.page.all.getByRole('main', { name: 'Models' }).querySelector('table');
    if (table === null) throw new Error('There is no table.');
    return table;
  }

  /** Found in the table itself: the roles of some hundred rows are not looked at. */
  row(model: string): HTMLElement {
    const heads = [...this.table.querySelectorAll<HTMLElement>('th[scope="row"]')];
    const row = heads.find(({ textContent }) => textContent === model)?.closest('tr');
    if (!row) throw new Error(`“${model}” is in no row.`);
    return row;
  }

  /** A provider in the list; its label is its id if it has none of its own. */
  provider(label: string): HTMLElement {
    const list = within(this.root.getByRole('navigation', { name: 'Providers' }));
    const entry = list.getByText(label, { exact: true }).closest('button');
    if (entry === null) throw new Error(`“${label}” is no provider of the list.`);
    return entry;
  }

  /** Chooses a provider; returns the section in which its key and address are edited. */
  async choose(label: string) {
    await this.page.user.click(await waitFor(() => this.provider(label)));
    return within(await this.root.findByRole('region', { name: `Key and address of ${label}` }));
  }

  /** Enters a key; with a passphrase it is remembered. */
  async giveKey(label: string, key: string, passphrase?: string): Promise<void> {
    const form = await this.choose(label);
    await this.page.fill(form.getByLabelText(new RegExp(`^Key of ${label}`)), key);
    if (passphrase !== undefined) {
      await this.page.user.click(form.getByRole('radio', { name: 'In this browser, locked' }));
      await this.page.fill(await form.findByLabelText('Passphrase'), passphrase);
    }
    await this.page.press('Save the key', form);
    const word = passphrase === undefined ? 'Key in memory' : 'Key remembered';
    await waitFor(() => expect(this.provider(label)).toHaveTextContent(word));
  }

  async getList(): Promise<void> {
    await this.page.press('Get its list', this.root);
  }
}

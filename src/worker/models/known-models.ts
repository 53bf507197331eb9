import type { MoreChecks } from '@/formats/check-meaning';
import { builtInProviders } from '@/providers/built-in-providers';
import type { Catalogue } from '@/providers/catalogue/catalogue';
import { createCatalogue } from '@/providers/catalogue/create-catalogue';
import { createEndLookup, findKnownEnd } from '@/providers/catalogue/model-end';
import type { Diagnostic } from '@/workflow/diagnostic';
import { checkModelEnds, type EndOf } from '@/workflow/validate/model-ends';
import type { DocumentsConfig } from '../border/documents-api';

const builtIn = new Set(builtInProviders.map(({ id }) => id));

/**
 * What the document worker knows of models: its tables come with it, the price list is loaded when it is first needed.
 */
export class KnownModels {
  readonly #now: () => number;
  #config: DocumentsConfig = { providers: [], models: undefined, prices: undefined };
  #opened: Promise<Catalogue> | undefined;
  #endOf: EndOf = findKnownEnd;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Applies the configuration from the page; the other worker stores it. */
  configure(config: DocumentsConfig): void {
    this.#config = config;
  }

  /** Ids of providers besides the built-in ones. */
  get providers(): readonly string[] {
    return this.#config.providers.map(({ id }) => id).filter((id) => !builtIn.has(id));
  }

  /** The catalogue. Rejects if its tables cannot be loaded; the next call tries again. */
  async load(): Promise<Catalogue> {
    this.#opened ??= this.#open();
    const catalogue = await this.#opened;
    await catalogue.reload();
    return catalogue;
  }

  /** Checks a document for models that have ended or end soon; compares prices once the catalogue is loaded. */
  checks(): MoreChecks {
    return (document) => checkModelEnds(document, this.providers, this.#endOf, this.#now());
  }

  /**
   * Loads the catalogue if it would improve any of these diagnostics. Resolves to false if it would not, is already
   * loaded, or fails to load.
   */
  async learnPrices(diagnostics: readonly Diagnostic[]): Promise<boolean> {
    if (this.#endOf !== findKnownEnd || !diagnostics.some(({ code }) => code === 'HED514' || code === 'HED515'))
      return false;
    const catalogue = await this.load().catch(() => undefined);
    if (catalogue === undefined) return false;
    this.#endOf = createEndLookup(catalogue);
    return true;
  }

  #open(): Promise<Catalogue> {
    const store = { get: async (key: 'models' | 'prices') => this.#config[key], update: async () => {} };
    const getWindows = () => this.#config.providers;
    return createCatalogue({ store, windows: getWindows, now: this.#now }).catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
  }
}

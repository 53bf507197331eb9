import { z } from 'zod';
import type { MoreChecks } from '@/formats/check-text';
import type { Catalogue } from '@/providers/catalogue/catalogue';
import { createCatalogue } from '@/providers/catalogue/create-catalogue';
import { endsBy, knownEnd } from '@/providers/catalogue/model-end';
import type { SetWindows } from '@/providers/catalogue/set-windows';
import { protocolSchema, windowsSchema } from '@/providers/provider-config';
import type { Diagnostic } from '@/workflow/diagnostic';
import { type EndOf, modelEnds } from '@/workflow/validate/model-ends';
import type { KeptModels } from './api';

const keptSchema = z.object({
  windows: z.array(
    z.object({ id: z.string(), windows: windowsSchema.optional(), protocol: protocolSchema.exactOptional() }),
  ),
  models: z.unknown(),
  prices: z.unknown(),
});

/** What the document worker knows of models: its tables come with it, the price list is loaded when it is first needed. */
export class KnownModels {
  readonly #now: () => number;
  #kept: KeptModels = { windows: [], models: undefined, prices: undefined };
  #opened: Promise<Catalogue> | undefined;
  #endOf: EndOf = knownEnd;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes in what the page tells of them, which the other worker stores. */
  know(given: KeptModels): void {
    this.#kept = keptSchema.parse(given);
  }

  /** The catalogue. Rejects where its tables cannot be loaded; the next call tries again. */
  async load(): Promise<Catalogue> {
    this.#opened ??= this.#open();
    const catalogue = await this.#opened;
    await catalogue.reload();
    return catalogue;
  }

  /** Tells of the models of a document that have ended or end soon; with prices compared once the catalogue is there. */
  checks(known: readonly string[]): MoreChecks {
    return (document) => modelEnds(document, known, this.#endOf, this.#now());
  }

  /** Whether something could be said better with the catalogue, which is then loaded; not again where that fails. */
  async learnPrices(diagnostics: readonly Diagnostic[]): Promise<boolean> {
    if (this.#endOf !== knownEnd || !diagnostics.some(({ code }) => code === 'HED514' || code === 'HED515'))
      return false;
    const catalogue = await this.load().catch(() => undefined);
    if (catalogue === undefined) return false;
    this.#endOf = endsBy(catalogue);
    return true;
  }

  #open(): Promise<Catalogue> {
    const store = { get: async (key: 'models' | 'prices') => this.#kept[key], update: async () => {} };
    const windows = (): SetWindows => this.#kept.windows;
    return createCatalogue({ store, windows, now: this.#now }).catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
  }
}

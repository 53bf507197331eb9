import type { Catalogue } from '@/providers/catalogue/catalogue';
import type { CatalogueOptions } from '@/providers/catalogue/create-catalogue';

/** Opens a catalogue; its code and tables are loaded on demand. Errors: those of `createCatalogue`, and of `import`. */
export async function loadCatalogue(options: CatalogueOptions): Promise<Catalogue> {
  const { createCatalogue } = await import('@/providers/catalogue/create-catalogue');
  return createCatalogue(options);
}

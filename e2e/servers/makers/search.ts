import { type Directive, directiveValue } from './directives';
import { newId } from './ids';

/** A search that the provider performs itself. */
export interface Search {
  readonly id: string;
  readonly query: string;
  readonly pages: readonly Page[];
}

/** A page that it finds. */
export interface Page {
  readonly url: string;
  readonly title: string;
}

/** The search that the directives request, if its tool is declared; undefined: none. */
export function searchFor(directives: readonly Directive[], isDeclared: boolean): Search | undefined {
  const query = directiveValue(directives, 'search');
  if (query === undefined || !isDeclared) return undefined;
  return { id: newId('search'), query, pages: pagesFor(directiveValue(directives, 'pages') ?? '2') };
}

/** A number of pages, or one page with an address. */
function pagesFor(wanted: string): readonly Page[] {
  if (!/^\d+$/.test(wanted)) return [{ url: wanted, title: 'A page <b>of</b> its own' }];
  return Array.from({ length: Number(wanted) }, (_, index) => {
    return { url: `https://tides.example.com/${index + 1}`, title: `Tides of Emden, page ${index + 1}` };
  });
}

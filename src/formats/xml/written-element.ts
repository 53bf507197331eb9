import type { Json } from '@/base/json';

/** An element that is to be written. */
export interface WrittenElement {
  readonly name: string;
  readonly attributes: readonly WrittenAttribute[];
  readonly content: Content;
}

/** An attribute that is to be written; its value can be in XML. */
export type WrittenAttribute = readonly [name: string, value: string];

/** What an element holds: a text that can be in XML, a value as JSON, or elements. */
export type Content =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'elements'; readonly elements: readonly WrittenElement[] };

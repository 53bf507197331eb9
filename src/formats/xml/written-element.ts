import type { Json } from '@/base/json';

/** An element to be written. */
export interface WrittenElement {
  readonly name: string;
  readonly attributes: readonly WrittenAttribute[];
  readonly content: Content;
}

/** An attribute to be written. XML can hold its value. */
export type WrittenAttribute = readonly [name: string, value: string];

/** The content of an element: a text that XML can hold, a value as JSON, or elements. */
export type Content =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'elements'; readonly elements: readonly WrittenElement[] };

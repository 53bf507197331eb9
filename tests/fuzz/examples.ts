import { readdirSync, readFileSync } from 'node:fs';
import type { Notation } from '@/formats/notation';
import { languagePages } from '../support/language-pages';

/** A text from the examples. */
export interface Example {
  readonly notation: Notation;
  readonly text: string;
}

const root = new URL('../../', import.meta.url);
const folders = ['tests/fixtures/', 'public/examples/'];
const ending = /\.(yaml|xml)$/;

/** All examples: those of the tests, good and bad, of the start page, and the blocks of the language pages. */
export function readExamples(): Example[] {
  const files = folders.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .toSorted()
      .flatMap((file): Example[] => {
        const notation = ending.exec(file)?.[1] as Notation | undefined;
        return notation ? [{ notation, text: readFileSync(new URL(folder + file, root), 'utf8') }] : [];
      }),
  );
  const blocks = languagePages
    .flatMap(({ text }) => [...text.matchAll(/^```(yaml|xml|json)\n(.*?)^```/gms)])
    .map(([, notation, text]) => ({ notation: notation as Notation, text: text ?? '' }));
  return [...files, ...blocks].filter(({ text }) => text !== '');
}

import type { XsdValidator } from 'libxml2-wasm';
import { textRanges } from '@/formats/text-ranges';
import type { Diagnostic } from '@/workflow/diagnostic';

type Library = typeof import('libxml2-wasm');

let loaded: Promise<readonly [Library, XsdValidator]> | undefined;

/** Loads libxml2, a megabyte that few people need, and the schema; once. */
async function load(): Promise<readonly [Library, XsdValidator]> {
  const [library, { documentXsd }] = await Promise.all([import('libxml2-wasm'), import('@/formats/xsd')]);
  const schema = library.XmlDocument.fromString(documentXsd());
  return [library, library.XsdValidator.fromDoc(schema)];
}

/**
 * Checks a text against `heddle-1.xsd` with libxml2, the library behind most XML tools. Every problem is an error whose
 * range is its line, because libxml2 reports nothing more precise; none: the text is valid. Rejects if the library
 * cannot be loaded.
 */
export async function checkXsd(text: string): Promise<readonly Diagnostic[]> {
  loaded ??= load();
  // A failed load, perhaps for lack of a connection, is retried next time.
  loaded.catch(() => {
    loaded = undefined;
  });
  const [{ ParseOption, XmlDocument, XmlLibError }, validator] = await loaded;
  try {
    const document = XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_NONET });
    try {
      validator.validate(document);
    } finally {
      document.dispose();
    }
    return [];
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    return problems(text, error.details);
  }
}

function problems(
  text: string,
  details: readonly { readonly message: string; readonly line: number }[],
): readonly Diagnostic[] {
  const rangeOf = textRanges(text);
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return details.map(({ message, line }) => {
    const from = starts[line - 1] ?? 0;
    const to = (starts[line] ?? text.length + 1) - 1;
    return { code: 'HED207', severity: 'error', message: message.trim(), path: [], range: rangeOf(from, to) };
  });
}

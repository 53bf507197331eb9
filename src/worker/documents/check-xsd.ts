import { ParseOption, XmlDocument, XmlLibError, XsdValidator } from 'libxml2-wasm';
import { createTextRanges } from '@/formats/text-ranges';
import { buildDocumentXsd } from '@/formats/xsd';
import type { Diagnostic } from '@/workflow/diagnostic';

let validator: XsdValidator | undefined;

/**
 * Checks a text against `heddle-1.xsd` with libxml2, the library behind most XML tools. Every problem is an error whose
 * range is its line, because libxml2 reports nothing more precise; none: the text is valid. This file is loaded on
 * demand: the library is a megabyte that few people need.
 */
export function checkXsd(text: string): readonly Diagnostic[] {
  validator ??= XsdValidator.fromDoc(XmlDocument.fromString(buildDocumentXsd()));
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
    return listProblems(text, error.details);
  }
}

function listProblems(
  text: string,
  details: readonly { readonly message: string; readonly line: number }[],
): readonly Diagnostic[] {
  const rangeOf = createTextRanges(text);
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return details.map(({ message, line }) => {
    const from = starts[line - 1] ?? 0;
    const to = (starts[line] ?? text.length + 1) - 1;
    return { code: 'HED207', severity: 'error', message: message.trim(), path: [], range: rangeOf(from, to) };
  });
}

import type { Notation } from './notation';
import type { ReadDocument } from './reading/read-document';
import { readXml } from './xml/read-xml';
import { type ReadYaml, readYaml } from './yaml/read-yaml';

/** The result of reading a text in any notation. */
export type ReadAny = Pick<ReadDocument, 'document' | 'saved' | 'diagnostics' | 'locate'> & Pick<ReadYaml, 'mended'>;

/** The reader of each notation. JSON is read as YAML, which includes it, with the same ranges of problems. */
export const readAny: { readonly [N in Notation]: (text: string) => ReadAny } = {
  yaml: readYaml,
  xml: readXml,
  json: readYaml,
};

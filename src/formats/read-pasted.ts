import { detectNotation, type Notation } from './notation';
import { type ReadAny, readAny } from './read-any';
import { readLooseXml } from './xml/read-xml';

/** The result of reading a pasted text, and the notation of the workflow in it. */
export interface ReadPasted extends Omit<ReadAny, 'locate' | 'mended'> {
  readonly notation: Notation;
  /** The text of the workflow, without what is around it. */
  readonly text: string;
}

/** XML is searched for only in a text that matches this. */
const taskTag = /<(?:workflow|task|cond)[\s>/]/;

/** Reads a text from the clipboard, in any notation, also as a model wrote it, surrounded by other text. */
export function readPasted(text: string): ReadPasted {
  const notation = detectNotation('', text);
  const { mended, ...read } = readAny[notation](text);
  if (mended?.document) {
    const { document, remark } = mended;
    return { notation: detectNotation('', mended.text), text: mended.text, document, diagnostics: [remark] };
  }
  if (read.document || !taskTag.test(text)) return { notation, text, ...read };
  const loose = readLooseXml(text);
  return loose.document ? { notation: 'xml', text, ...loose } : { notation, text, ...read };
}

import { type Notation, notationOf } from './notation';
import { type ReadAny, readAny } from './read-any';
import { readLooseXml } from './xml/read-xml';

/** The result of reading a pasted text, and the notation of the workflow in it. */
export interface ReadPasted extends Omit<ReadAny, 'locate'> {
  readonly notation: Notation;
}

/** XML is searched for only in a text that matches this. */
const taskTag = /<(?:workflow|task|cond)[\s>/]/;

/** Reads a text from the clipboard, in any notation; XML also as a model wrote it, surrounded by other text. */
export function readPasted(text: string): ReadPasted {
  const notation = notationOf('', text);
  const read = readAny[notation](text);
  if (read.document || !taskTag.test(text)) return { notation, ...read };
  const loose = readLooseXml(text);
  return loose.document ? { notation: 'xml', ...loose } : { notation, ...read };
}

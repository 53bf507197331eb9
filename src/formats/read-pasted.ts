import { type Notation, notationOf } from './notation';
import { type ReadAny, readAny } from './read-any';
import { readLooseXml } from './xml/read-xml';

/** What reading a pasted text gives, and the notation in which a workflow was found in it. */
export interface ReadPasted extends Omit<ReadAny, 'locate'> {
  readonly notation: Notation;
}

/** What a text must hold for XML to be looked for in it. */
const taskTag = /<(?:workflow|task|cond)[\s>/]/;

/** Reads a text from the clipboard: of any notation, and XML also as a model wrote it, among other words. */
export function readPasted(text: string): ReadPasted {
  const notation = notationOf('', text);
  const read = readAny[notation](text);
  if (read.document || !taskTag.test(text)) return { notation, ...read };
  const loose = readLooseXml(text);
  return loose.document ? { notation: 'xml', ...loose } : { notation, ...read };
}

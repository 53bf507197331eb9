import type { Json } from '@/base/json';
import { getList, getMember, getText } from '../read-plain';
import { quoteCel } from '../values';

/** The endings of the types of files: `constants/__init__.py` in https://github.com/langgenius/dify, api. */
export const fileEndings: Readonly<Record<string, readonly string[]>> = {
  image: ['jpg', 'jpeg', 'png', 'webp', 'gif', 'svg'],
  video: ['mp4', 'mov', 'mpeg', 'webm'],
  // cspell:disable-next-line: endings are no words.
  audio: ['mp3', 'm4a', 'wav', 'amr', 'mpga'],
  document: [
    ...['txt', 'markdown', 'md', 'mdx', 'pdf', 'html', 'htm', 'xlsx', 'xls', 'vtt', 'properties', 'doc', 'docx', 'csv'],
    ...['eml', 'msg', 'pptx', 'ppt', 'xml', 'epub'],
  ],
};

/** How the type of a file is told here. */
export const typeByEnding = 'The ending of its name says what type a file is';

/**
 * Conditions on the files of a list as CEL: a file is its path here, which tells its type, its ending and its name.
 * Undefined: they ask for something else.
 */
export function writeFileConditions(list: string, operator: string, group: Json): string | undefined {
  const tests = getList(group, 'conditions').map(writeFileTest);
  if (tests.length === 0 || tests.includes(undefined)) return undefined;
  const test = tests.join(getText(group, 'logical_operator') === 'or' ? ' || ' : ' && ');
  if (operator === 'contains') return `${list}.exists(file, ${test})`;
  if (operator === 'not contains') return `!${list}.exists(file, ${test})`;
  return operator === 'all of' ? `${list}.all(file, ${test})` : undefined;
}

function writeFileTest(condition: Json): string | undefined {
  const key = getText(condition, 'key');
  const operator = getText(condition, 'comparison_operator');
  const value = getMember(condition, 'value') ?? '';
  const wanted = (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter((one) => typeof one === 'string');
  const isTurned = /^(?:not in|is not|not contains)$/.test(operator);
  const test = writeProperty(key, operator.replace(/^not | not$/, ''), wanted);
  return test === undefined || !isTurned ? test : `!${test}`;
}

function writeProperty(key: string, operator: string, wanted: readonly string[]): string | undefined {
  const isOne = operator === 'in' || operator === 'is';
  if (key === 'type' && isOne)
    return writeEnding(
      'file',
      wanted.flatMap((type) => fileEndings[type] ?? []),
    );
  if (key === 'extension' && (isOne || operator === 'contains'))
    return writeEnding(
      'file',
      wanted.map((one) => one.replace(/^\./, '').toLowerCase()),
    );
  const [only = ''] = wanted;
  if (key === 'name' && operator === 'contains') return `file.contains(${quoteCel(only)})`;
  if (key === 'name' && operator === 'end with') return `file.endsWith(${quoteCel(only)})`;
  return key === 'name' && operator === 'is' ? `file.endsWith(${quoteCel(`/${only}`)})` : undefined;
}

function writeEnding(file: string, endings: readonly string[]): string {
  const known = endings.filter((one) => /^\w{1,20}$/.test(one));
  return `${file}.matches(${quoteCel(`(?i)\\.(${known.join('|') || '-'})$`)})`;
}

/**
 * A property of one file as CEL, whose path is all that is known of it here. Undefined: a path does not tell it.
 * The types: https://enterprise-docs.dify.ai/en-us/user-guide/build-app/flow-app/file-upload; others are `custom`. An
 * extension begins with its dot, as exports compare it.
 */
export function writeFileProperty(file: string, property: string): string | undefined {
  if (property === 'name') return `${file}.substring(${file}.lastIndexOf("/") + 1)`;
  if (property === 'extension')
    return `${file}.contains(".") ? ${file}.substring(${file}.lastIndexOf(".")).lowerAscii() : ""`;
  if (property !== 'type') return undefined;
  const types = Object.entries(fileEndings).map(
    ([type, endings]) => `${writeEnding(file, endings)} ? ${quoteCel(type)}`,
  );
  return `${types.join(' : ')} : "custom"`;
}

/** What a person calls a type of cel-js: one of it, and many. */
const words: Readonly<Record<string, readonly [string, string]>> = {
  string: ['text', 'texts'],
  int: ['whole number', 'whole numbers'],
  uint: ['unsigned number', 'unsigned numbers'],
  double: ['number', 'numbers'],
  bool: ['true or false', 'true or false'],
  list: ['list', 'lists'],
  map: ['object', 'objects'],
  null: ['null', 'null'],
  bytes: ['bytes', 'bytes'],
  type: ['type', 'types'],
  ast: ['expression', 'expressions'],
  'google.protobuf.Timestamp': ['time', 'times'],
  'google.protobuf.Duration': ['duration', 'durations'],
};

const anyValue = 'any value';

/** What a person calls a type of cel-js: `list<string>` is a list of texts. */
export function getTypeWord(type: string): string {
  const bare = unwrapType(type);
  const [one = anyValue] = findTypeWords(bare);
  const item = /^list<(.+)>$/.exec(bare)?.[1];
  const [, many] = item === undefined ? [] : findTypeWords(unwrapType(item));
  return many === undefined ? one : `${one} of ${many}`;
}

/** A type with its article: `a text`, `an object`, `true or false`. */
export function formatTypeWithArticle(type: string): string {
  const word = getTypeWord(type);
  if (['true or false', 'null', 'bytes', anyValue].includes(word)) return word;
  return `${/^[oeu]/.test(word) ? 'an' : 'a'} ${word}`;
}

function unwrapType(type: string): string {
  return /^dyn<(.+)>$/.exec(type)?.[1] ?? type;
}

function findTypeWords(type: string): readonly string[] {
  return words[type.replace(/<.*$/, '')] ?? [];
}

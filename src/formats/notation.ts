/** What is told of a notation before a text of it is read. */
interface NotationFacts {
  readonly label: string;
  /** The endings of its files, the one that is written first. */
  readonly endings: readonly [string, ...string[]];
  readonly mime: string;
  /** Each character that a text of it begins with. Without any, a text is in it if it begins as no other does. */
  readonly starts: string;
}

/**
 * The notations of a document that Heddle reads and writes. How each is read stands in `read-any.ts`, how it is written
 * in `write-any.ts`, since the page asks for these facts long before.
 */
export const notationFacts = {
  yaml: { label: 'YAML', endings: ['yaml', 'yml'], mime: 'application/yaml', starts: '' },
  xml: { label: 'XML', endings: ['xml'], mime: 'application/xml', starts: '<' },
  json: { label: 'JSON', endings: ['json'], mime: 'application/json', starts: '{[' },
} as const satisfies Readonly<Record<string, NotationFacts>>;

export type Notation = keyof typeof notationFacts;

/** All notations, in the order in which they are offered. */
export const notations = Object.keys(notationFacts) as readonly Notation[];

/** The same for people: YAML, XML or JSON. By hand, as the rules of languages take each command 10 ms to load. */
export const notationWords = notations
  .map((notation) => notationFacts[notation].label)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ');

/** The endings of workflow files, with their dots. Other files are opened too if they contain a workflow. */
export const workflowEndings: readonly string[] = notations.flatMap((notation) =>
  notationFacts[notation].endings.map((ending) => `.${ending}`),
);

/** The notation by the ending of a file's name, without the dot. */
export function findNotationOfEnding(ending: string): Notation | undefined {
  return notations.find((notation) => notationFacts[notation].endings.some((one) => one === ending.toLowerCase()));
}

/** The notation of a text: by the name of its file, else by its first character. */
export function detectNotation(name: string, text: string): Notation {
  const told = findNotationOfEnding(/\.([a-z]+\d*)$/i.exec(name)?.[1] ?? '');
  if (told) return told;
  const first = text.trimStart()[0] ?? '';
  return notations.find((notation) => first !== '' && notationFacts[notation].starts.includes(first)) ?? 'yaml';
}

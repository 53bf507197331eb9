/** Largest text that is read, in bytes of UTF-8. */
export const maxWorkflowBytes = 5 * 1024 * 1024;

/** Largest file of another program that is read, in bytes: archives hold more than a drawing. */
export const maxForeignBytes = 20 * 1024 * 1024;

/** The message for a file or a text larger than so many bytes. */
export const describeTooLarge = (most: number): string =>
  `The file is larger than ${most / 1024 / 1024} MB, the most that Heddle opens.`;

/** The most values that the aliases of one text may expand to, so that a small file cannot fill the memory. */
export const maxAliasedValues = 10_000;

/** The most of something that a text may hold: each takes memory, whatever its length. */
interface Most {
  /** In any text, however dense. */
  readonly dense: number;
  /** In a text with {@link room} characters for each. */
  readonly roomy: number;
  /** Characters for each that are usual in a workflow: what is meant to fill the memory has fewer. */
  readonly room: number;
}

/**
 * Most keys, values, marks (such as `:` `-` `,`), comments and empty lines of a YAML text: a text with ten thousand
 * tasks has 250,000.
 */
const yamlMarks: Most = { dense: 300_000, roomy: 600_000, room: 5 };

/**
 * Most elements, attributes, comments and CDATA sections of an XML text: a text with ten thousand tasks has 115,000.
 */
const xmlNodes: Most = { dense: 150_000, roomy: 300_000, room: 12 };

/** Whether so many marks in so many characters of a YAML text are more than are read. */
export function hasTooManyMarks(marks: number, characters: number): boolean {
  return isExceeding(yamlMarks, marks, characters);
}

/** Whether so many elements, attributes and comments in so many characters of an XML text are more than are read. */
export function hasTooManyNodes(nodes: number, characters: number): boolean {
  return isExceeding(xmlNodes, nodes, characters);
}

function isExceeding({ dense, roomy, room }: Most, count: number, characters: number): boolean {
  return count > dense && (count > roomy || count * room > characters);
}

/** Writes the message for a YAML text with too many marks. */
export function describeTooManyMarks(): string {
  return describeTooMany(yamlMarks, 'keys, values and marks');
}

/** Writes the message for an XML text with too many nodes. */
export function describeTooManyNodes(): string {
  return describeTooMany(xmlNodes, 'elements, attributes and comments');
}

/** Called only when a text has too many: the first number that is written loads the rules of languages (10 ms). */
function describeTooMany({ dense }: Most, what: string): string {
  return `The text has more than ${dense.toLocaleString('en')} ${what}, close together. Divide it into several files.`;
}

/** Most values in the JSON of all elements of an XML text. */
export const maxJsonValues = 300_000;

/** Most problems that one reading reports; a text with more is most likely not a workflow. */
export const maxDiagnostics = 500;

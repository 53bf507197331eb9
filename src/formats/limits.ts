/** Largest text that is read, in bytes of UTF-8. */
export const maxWorkflowBytes = 5 * 1024 * 1024;

/** The message for a file or a text larger than {@link maxWorkflowBytes}. */
export const tooLargeMessage = `The file is larger than ${maxWorkflowBytes / 1024 / 1024} MB, the most that Heddle opens.`;

/** The most values that the aliases of one text may expand to, so that a small file cannot fill the memory. */
export const maxAliasedValues = 10_000;

/**
 * Most keys, values, marks (such as `:` `-` `,`), comments and empty lines of a YAML text: a text with ten thousand
 * tasks has 250,000.
 */
export const maxYamlMarks = 300_000;

/**
 * Most elements, attributes, comments and CDATA sections of an XML text: a text with ten thousand tasks has 115,000.
 */
export const maxXmlNodes = 150_000;

/** Most values in the JSON of all elements of an XML text. */
export const maxJsonValues = 300_000;

/** Most problems that one reading reports; a text with more is most likely not a workflow. */
export const maxDiagnostics = 500;

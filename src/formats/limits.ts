/** Largest text that is read, in bytes of UTF-8. */
export const maxWorkflowBytes = 5 * 1024 * 1024;

/** Said of a file or a text beyond {@link maxWorkflowBytes}. */
export const tooLargeMessage = `The file is larger than ${maxWorkflowBytes / 1024 / 1024} MB, the most that Heddle opens.`;

/** The most values that the aliases of one text may expand to, so that a small file cannot fill the memory. */
export const maxAliasedValues = 10_000;

/**
 * The most keys, values, marks (such as `:` `-` `,`), comments and empty lines that a YAML text may have: one of ten
 * thousand tasks has 250,000.
 */
export const maxYamlMarks = 300_000;

/**
 * Most elements, attributes, comments and CDATA sections that an XML text may have: one of ten thousand tasks has
 * 115,000.
 */
export const maxXmlNodes = 150_000;

/** The most values that the JSON in the elements of an XML text may have. */
export const maxJsonValues = 300_000;

/** The most problems that one reading reports; a text with more is most likely no workflow at all. */
export const maxDiagnostics = 500;

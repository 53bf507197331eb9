/**
 * Codes of diagnostics, stable: HED1xx syntax, HED2xx schema, HED3xx graph and names, HED4xx expressions, HED5xx
 * warnings. This table is the only place that assigns them; add, never renumber.
 */
export const diagnosticCodes = {
  HED101: 'The text is not valid YAML.',
  HED102: 'A template without quotes: YAML reads {{a}} as a map.',
  HED103: 'A key that appears twice.',
  HED104: 'Too many aliases, or an alias without an anchor.',
  HED105: 'The file is larger than the limit.',
  HED106: 'A key that is not allowed for safety.',
  HED107: 'The file holds no workflow.',
  HED108: 'The text is not valid XML.',
  HED109: 'A document type or an entity of its own, which is not allowed for safety.',
  HED110: 'The bytes of the file are not text in its encoding.',
  HED111: 'The JSON of an element is not valid.',
  HED112: 'A file of another program.',
  HED201: 'Unknown key.',
  HED202: 'A value of the wrong kind.',
  HED203: 'A value outside what is allowed.',
  HED204: 'A name that is not an id.',
  HED205: 'The file is of a newer version of Heddle.',
  HED206: 'An id that is used twice.',
  HED207: 'Not allowed by the XML schema.',
  HED208: 'An expectation that a model judges, without a model.',
  HED301: 'Depends on a task that does not exist.',
  HED302: 'Depends on itself, by way of others.',
  HED303: 'The same dependency twice.',
  HED304: 'Reads a task that it does not depend on.',
  HED305: 'A name that does not exist.',
  HED306: 'An agent that does not exist.',
  HED307: 'A name that clashes with a task.',
  HED308: 'No model is given.',
  HED309: 'A provider that is not known.',
  HED310: 'A part that is missing.',
  HED311: 'A tool that does not exist.',
  HED312: 'A tool that is none, or several, of http, script, mcp, builtin and type: provider.',
  HED313: 'A definition that the library does not have.',
  HED314: 'Arguments that do not fit the parameters of a definition.',
  HED315: 'An evaluator whose schema cannot give what is asked of it.',
  HED316: 'Two settings that exclude each other.',
  HED317: 'A path that is not absolute.',
  HED318: 'An attachment that cannot be sent.',
  HED319: 'A tool that the provider of the model does not have.',
  HED320: 'A field that a result does not have.',
  HED321: 'A file or folder outside of that of the run.',
  HED322: 'Not the name of a model.',
  HED323: 'A pinned output that its schema refuses.',
  HED324: 'Variables that name each other in a circle.',
  HED325: 'A reference of a schema that leads outside of it.',
  HED328: 'A secret for an address whose host is not known before the run.',
  HED329: 'A name that is both an input and a variable of the workflow.',
  HED331: 'A test of a task that does not exist.',
  HED332: 'A test that cannot be checked as it is written.',
  HED401: 'The expression is not valid.',
  HED402: 'The template is not valid.',
  HED403: 'The schema is not a valid JSON Schema.',
  HED404: 'The pattern is not a valid regular expression.',
  HED405: 'A name in single braces, which is not a template.',
  HED502: 'A setting that Heddle dropped; kept as x-legacy.',
  HED503: 'An empty prompt.',
  HED504: 'Two ways to say the same.',
  HED505: 'Repaired while reading.',
  HED506: 'A part that can never run.',
  HED507: 'A setting that another one overrides.',
  HED508: 'A name that hides another.',
  HED509: 'A test of a case that has no output to look at.',
  HED510: 'A tool that the tier of the agent does not allow.',
  HED511: 'A type that is not known.',
  HED512: 'A name that does not exist, and is not needed.',
  HED513: 'A name without a value, which is left out.',
  HED514: 'A model that has ended.',
  HED515: 'A model that ends soon.',
  HED516: 'Runs on the command line only.',
  HED517: 'A fallback model that cannot be sent an attachment.',
  HED518: 'A field that a schema does not name.',
  HED519: 'A file that several tasks write.',
  HED523: 'Another workflow of the file, which is not opened.',
  HED524: 'Read as something else than it says.',
  HED525: 'A setting that has no effect where it is.',
  HED526: 'A test for a skipped task that is written otherwise now.',
  HED527: 'A text that a field never is.',
  HED531: 'A model that judges itself.',
  HED532: 'A stand-in that only passes its inputs on.',
} as const;
export type DiagnosticCode = keyof typeof diagnosticCodes;

/** A range of a text: offsets in UTF-16 units, and lines and columns from 1, as editors count them. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/**
 * A path in the document: keys as a file has them (snake_case) and list indices, e.g. `['tasks', 'review',
 * 'depends_on', 0]`.
 */
export type DocumentPath = readonly (string | number)[];

/** A fix that the editor can apply, where it is clear what to do. */
export type Fix =
  | {
      readonly kind: 'add_dependency';
      readonly title: string;
      /** The task that is to wait. If it is within another task, `path` leads to it. */
      readonly task: string;
      readonly path?: DocumentPath;
      readonly on: string;
      /** Others that return the same name. */
      readonly others?: readonly string[];
    }
  /** Adds an agent without settings of its own: the default model. */
  | { readonly kind: 'add_agent'; readonly title: string; readonly name: string }
  | { readonly kind: 'replace'; readonly title: string; readonly path: DocumentPath; readonly text: string }
  /** Writes another model wherever one of these names is written, such as `gpt-5` and `openai:gpt-5`. */
  | { readonly kind: 'replace_model'; readonly title: string; readonly from: readonly string[]; readonly to: string }
  | { readonly kind: 'replace_text'; readonly title: string; readonly range: TextRange; readonly text: string };

/** One problem of a document, with its path and what to do. Collected, never thrown. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning';
  /** For a person: what is wrong, and what to do. */
  readonly message: string;
  readonly path: DocumentPath;
  /** Where in the text, if that is known. */
  readonly range?: TextRange;
  readonly fix?: Fix;
}

/** The path as it is shown to a person: `tasks.review.depends_on[0]`. */
export function formatPath(path: DocumentPath): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}

/** Id of the top-level task that a problem is in, or undefined if it is in the workflow's settings. */
export function findDiagnosticTask(diagnostic: Diagnostic): string | undefined {
  const [root, id] = diagnostic.path;
  return root === 'tasks' && typeof id === 'string' ? id : undefined;
}

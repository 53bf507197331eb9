import type { Diagnostic, DiagnosticCode } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { walkTasks } from '@/workflow/walk-tasks';
import { decodeText } from './decode-text';
import type { ForeignImport } from './foreign/import-foreign';
import { detectNotation, type Notation } from './notation';
import { type ReadAny, readAny } from './read-any';
import { type ReadPasted, readPasted } from './read-pasted';
import { writeYaml } from './yaml/write-yaml';

/** The content of a file in any notation. */
export type Imported = SoundFile | BrokenFile;

interface ReadFile {
  /** Name of the file, with its ending; empty if it has none. */
  readonly name: string;
  readonly notation: Notation;
  readonly diagnostics: readonly Diagnostic[];
}

/** A file that holds a workflow; its diagnostics are warnings. */
export interface SoundFile extends ReadFile {
  readonly status: 'sound';
  /** As YAML: a YAML file unchanged, other notations converted. */
  readonly text: string;
  /** What the workflow is called, and how many tasks it has at any depth. */
  readonly title?: string | undefined;
  readonly tasks: number;
}

/** A file with errors. Nothing is left out silently: the person chooses what to keep. */
export interface BrokenFile extends ReadFile {
  readonly status: 'broken';
  /** For a YAML file that is a workflow with mistakes: its whole text, to be fixed in the code view. */
  readonly asWritten?: string;
  /** The parts that could be read, if any, as YAML. */
  readonly saved?: string;
  /** What became of it, if it is a file of another program that was read. */
  readonly foreign?: ForeignFile;
}

/** A file of another program, or several that were read together: each drawing as a workflow. */
export interface ForeignFile {
  readonly flows: readonly ForeignFlow[];
  /** Why others in it cannot be read. */
  readonly refused: readonly string[];
}

/** A drawing of a file as a workflow. `label`: the name of the file; empty if it has none. */
export type ForeignFlow = Omit<ForeignImport, 'diagnostics'> & { readonly label: string };

/** Problems of files that are not a workflow, or that must not be changed: there is nothing to fix in them. */
const hopeless: ReadonlySet<DiagnosticCode> = new Set(['HED105', 'HED107', 'HED110', 'HED112', 'HED205']);

/** Reads a file in any notation. Never throws. */
export function importFile(bytes: Uint8Array, name: string): Imported {
  const decoded = decodeText(bytes);
  if (decoded.ok) return importText(decoded.value, name);
  return { status: 'broken', name, notation: detectNotation(name, ''), diagnostics: [decoded.error] };
}

/** Reads a text in any notation. Never throws. */
export function importText(text: string, name: string): Imported {
  const notation = detectNotation(name, text);
  return findNoWorkflow(text, name, notation) ?? buildImported(name, { notation, text, ...readAny[notation](text) });
}

/** Reads a pasted text, in which a workflow may be surrounded by other text. It has no name. Never throws. */
export function importPasted(text: string): Imported {
  const read = readPasted(text);
  return findNoWorkflow(text, '', read.notation) ?? buildImported('', read);
}

function buildImported(name: string, found: ReadPasted & Pick<ReadAny, 'mended'>): Imported {
  const { notation, text, document, saved, diagnostics, mended } = found;
  const read = { name, notation, diagnostics };
  if (document) {
    const tasks = [...walkTasks(document)].length;
    return {
      status: 'sound',
      ...read,
      text: notation === 'yaml' ? text : writeYaml(document),
      title: document.name,
      tasks,
    };
  }
  const canBeMended = notation === 'yaml' && !diagnostics.some(({ code }) => hopeless.has(code));
  return {
    status: 'broken',
    ...read,
    ...(canBeMended && { asWritten: text }),
    ...(saved &&
      hasContent(saved) && { saved: mended?.document ? convertToYaml(mended.text, saved) : writeYaml(saved) }),
  };
}

/** A text as YAML: as it is, with its comments, if it is YAML; JSON is written anew. */
const convertToYaml = (text: string, document: WorkflowDocument): string =>
  detectNotation('', text) === 'yaml' ? text : writeYaml(document);

function hasContent({ tasks, heddle: _version, ...settings }: WorkflowDocument): boolean {
  return Object.keys(tasks).length > 0 || Object.keys(settings).length > 0;
}

/** The result for a text that is clearly not a workflow, so that it is not read. */
function findNoWorkflow(text: string, name: string, notation: Notation): BrokenFile | undefined {
  const createBrokenFile = (message: string): BrokenFile => {
    return {
      status: 'broken',
      name,
      notation,
      diagnostics: [{ code: 'HED107', severity: 'error', message, path: [] }],
    };
  };
  if (text.trim() === '') return createBrokenFile(name === '' ? 'The clipboard holds no text.' : 'The file is empty.');
  // Otherwise a page with an error, or about a file, would be reported as XML with a document type.
  if (/^\s*<(?:!doctype\s+html|html[\s>])/i.test(text)) return createBrokenFile('This is a web page, not a workflow.');
  return undefined;
}

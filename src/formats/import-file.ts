import type { Diagnostic, DiagnosticCode } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { decodeText } from './decode-text';
import { type Notation, notationOf } from './notation';
import { readAny } from './read-any';
import { type ReadPasted, readPasted } from './read-pasted';
import { writeYaml } from './yaml/write-yaml';

/** What a file of any notation holds. */
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
  /** As YAML: a YAML file to the letter, the others written again. */
  readonly text: string;
}

/** A file with errors. Nothing is left out of it in silence: what becomes of it is the person's choice. */
export interface BrokenFile extends ReadFile {
  readonly status: 'broken';
  /** Of a YAML file that is a workflow with mistakes: all of it, to be mended in the code view. */
  readonly asWritten?: string;
  /** What could be read of it, if anything, as YAML. */
  readonly saved?: string;
}

/** Problems of what is no workflow, or is one that must not be touched: there is nothing to mend in it. */
const hopeless: ReadonlySet<DiagnosticCode> = new Set(['HED105', 'HED107', 'HED110', 'HED205']);

/** Reads a file of any notation. Nothing is thrown. */
export function importFile(bytes: Uint8Array, name: string): Imported {
  const decoded = decodeText(bytes);
  if (decoded.ok) return importText(decoded.value, name);
  return { status: 'broken', name, notation: notationOf(name, ''), diagnostics: [decoded.error] };
}

/** Reads a text of any notation. Nothing is thrown. */
export function importText(text: string, name: string): Imported {
  const notation = notationOf(name, text);
  return nothingIn(text, name, notation) ?? imported(text, name, { notation, ...readAny[notation](text) });
}

/** Reads what was pasted, in which a workflow may be among other words. It has no name. Nothing is thrown. */
export function importPasted(text: string): Imported {
  const read = readPasted(text);
  return nothingIn(text, '', read.notation) ?? imported(text, '', read);
}

function imported(text: string, name: string, found: ReadPasted): Imported {
  const { notation, document, saved, diagnostics } = found;
  const read = { name, notation, diagnostics };
  if (document) return { status: 'sound', ...read, text: notation === 'yaml' ? text : writeYaml(document) };
  const canBeMended = notation === 'yaml' && !diagnostics.some(({ code }) => hopeless.has(code));
  return {
    status: 'broken',
    ...read,
    ...(canBeMended && { asWritten: text }),
    ...(saved && saysAnything(saved) && { saved: writeYaml(saved) }),
  };
}

function saysAnything({ tasks, heddle: _version, ...settings }: WorkflowDocument): boolean {
  return Object.keys(tasks).length > 0 || Object.keys(settings).length > 0;
}

/** What is said of a text that is not even read, since that it is none is plain. */
function nothingIn(text: string, name: string, notation: Notation): BrokenFile | undefined {
  const refused = (message: string): BrokenFile => {
    return {
      status: 'broken',
      name,
      notation,
      diagnostics: [{ code: 'HED107', severity: 'error', message, path: [] }],
    };
  };
  if (text.trim() === '') return refused(name === '' ? 'The clipboard holds no text.' : 'The file is empty.');
  // Else a page with an error, or about a file, would be reported as XML with a document type.
  if (/^\s*<(?:!doctype\s+html|html[\s>])/i.test(text)) return refused('This is a web page, not a workflow.');
  return undefined;
}

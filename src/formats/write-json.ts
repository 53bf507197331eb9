import { canonicalJson, type JsonObject } from '@/base/json';
import { languageVersion, type WorkflowDocument } from '@/workflow/document-schema';
import { writtenDocument } from './written-form';

/**
 * Writes a document as JSON for other programs, in the keys of the JSON Schema. Every object has its keys sorted, so
 * that equal documents give equal texts; the order of tasks, and of named inputs, is therefore not in it.
 */
export function writeJson(document: WorkflowDocument): string {
  return writeJsonForm(writtenDocument({ ...document, heddle: languageVersion }));
}

/** Writes what is given as a file has it, keys sorted. */
export function writeJsonForm(form: JsonObject): string {
  return `${JSON.stringify(JSON.parse(canonicalJson(form)), null, 2)}\n`;
}

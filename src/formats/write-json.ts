import { encodeCanonicalJson, type JsonObject } from '@/base/json';
import { decodeJson, encodeJson } from '@/base/json-text';
import { languageVersion, type WorkflowDocument } from '@/workflow/document-schema';
import { writeDocumentForm } from './written-form';

/**
 * Writes a document as JSON for other programs, with the keys of the JSON Schema. Keys are sorted in every object, so
 * that equal documents give equal texts; the order of tasks and of named inputs is lost.
 */
export function writeJson(document: WorkflowDocument): string {
  return writeJsonForm(writeDocumentForm({ ...document, heddle: languageVersion }));
}

/** Writes a document that is already in its file form, keys sorted. */
export function writeJsonForm(form: JsonObject): string {
  return `${encodeJson(decodeJson(encodeCanonicalJson(form)), 2)}\n`;
}

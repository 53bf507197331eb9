import type { JsonObject } from '@/base/json';
import { languageVersion, type WorkflowDocument } from '@/workflow/document-schema';
import { writeDocumentForm } from '../written-form';
import { writeEntries } from './write-value';

/** Spaces of one level of indentation in a text that Heddle wrote. */
const writtenUnit = 2;

/** Writes a document as YAML in canonical form: keys in snake_case and in the order of the language, `heddle` first. */
export function writeYaml(document: WorkflowDocument): string {
  return writeForm(writeDocumentForm({ ...document, heddle: languageVersion }));
}

/** Writes a document that has the form of a file. */
export function writeForm(form: JsonObject): string {
  return `${writeEntries(form, writtenUnit).join('\n')}\n`;
}

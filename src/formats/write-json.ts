import { canonicalJson } from '@/base/json';
import { languageVersion, type WorkflowDocument } from '@/workflow/document';
import { writtenDocument } from './written-form';

/**
 * Writes a document as JSON for other programs, in the keys of the JSON Schema. Every object has its keys sorted, so that
 * equal documents give equal texts; the order of tasks, and of named inputs, is therefore not in it.
 */
export function writeJson(document: WorkflowDocument): string {
  const form = canonicalJson(writtenDocument({ ...document, heddle: languageVersion }));
  return `${JSON.stringify(JSON.parse(form), null, 2)}\n`;
}

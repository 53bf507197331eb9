import type { JsonObject } from '@/base/json';
import { languageVersion, type WorkflowDocument } from '@/workflow/document-schema';
import { documentShape } from '../schema-shape';
import { writeDocumentForm } from '../written-form';
import { renderElement } from './render-element';
import { buildObjectElement, buildValueElement } from './to-elements';
import type { WrittenElement } from './written-element';

/** Name of the root element of a document. */
export const rootElement = 'workflow';

/**
 * Writes a document as XML in canonical form: elements and attributes in the order of the language. `layout: false`
 * leaves out positions and notes.
 */
export function writeXml(document: WorkflowDocument, { layout = true }: { readonly layout?: boolean } = {}): string {
  const { layout: placed, ...rest } = document;
  return `${renderElement(buildDocumentElement(layout && placed ? { ...rest, layout: placed } : rest))}\n`;
}

/** Writes a task, given in the form of a file, as the root of a text: a template. */
export function writeXmlTask(form: JsonObject): string {
  return `${renderElement(buildValueElement('task', form, { kind: 'task' }))}\n`;
}

/** The element of a document. */
function buildDocumentElement(document: WorkflowDocument): WrittenElement {
  return buildObjectElement(rootElement, writeDocumentForm({ ...document, heddle: languageVersion }), documentShape);
}

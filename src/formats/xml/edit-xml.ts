import { defined } from '@/base/defined';
import { isSameJson } from '@/base/json';
import { applyTextEdits, type TextEdit } from '@/workflow/change';
import { type DocumentSettings, getSettings, listTaskIds, type WorkflowDocument } from '@/workflow/document';
import { documentShape } from '../schema-shape';
import { writeDocumentForm, writeTaskForm } from '../written-form';
import { editObject } from './edit-element';
import { parseXml } from './parse-xml';
import { applyReplacements, type XmlReplacement } from './place-elements';
import { readXml } from './read-xml';
import { findTaskShape } from './task-shape';
import { rootElement, writeXml } from './write-xml';
import type { XmlElement } from './xml-node';

/**
 * The edits that change a text from the document `before` to `after`. Elements that do not change keep every character,
 * with the comments between them; what cannot be edited in place is written again. A text that is a single task becomes
 * a workflow with that task if there is more to say. A text that is not well-formed is replaced.
 */
export function editXml(text: string, before: WorkflowDocument, after: WorkflowDocument): TextEdit[] {
  const { root } = parseXml(text);
  const replacements = root && planEdits(text, root, before, after);
  if (replacements && isReadingAs(applyReplacements(text, replacements, [0, text.length]), after)) {
    return toTextEdits(text, matchLineBreaks(text, replacements));
  }
  const nested = root && nestTask(text, root, before);
  const whole = nested ? applyTextEdits(nested, editXml(nested, before, after)) : writeXml(after);
  return toTextEdits(text, [{ from: 0, to: text.length, text: whole }]);
}

/**
 * The text of a single task as a workflow with that task, unchanged; undefined if it is no single task, or has more
 * than the task.
 */
function nestTask(text: string, root: XmlElement, document: WorkflowDocument): string | undefined {
  const [id] = listTaskIds(document);
  if (root.name === rootElement || id === undefined) return undefined;
  const [from, to] = root.span;
  const [, nameEnd] = root.nameSpan;
  const named = root.attributes.some(({ name }) => name === 'id') ? '' : ` id="${id}"`;
  const task = text.slice(from, nameEnd) + named + text.slice(nameEnd, to);
  const nested = `${text.slice(0, from)}<workflow>\n  <tasks>\n    ${task}\n  </tasks>\n</workflow>${text.slice(to)}`;
  return isReadingAs(nested, document) ? nested : undefined;
}

/** Whether a text reads as this document, with the tasks in the same order. */
function isReadingAs(text: string, document: WorkflowDocument): boolean {
  const { document: read } = readXml(text);
  return read !== undefined && isSameJson(read, document) && isSameJson(listTaskIds(read), listTaskIds(document));
}

function planEdits(
  text: string,
  root: XmlElement,
  before: WorkflowDocument,
  after: WorkflowDocument,
): readonly XmlReplacement[] | undefined {
  if (root.name === rootElement) {
    return editObject(text, root, documentShape, writeDocumentForm(before), writeDocumentForm(after));
  }
  const [id, ...others] = listTaskIds(after);
  const task = id && before.tasks[id];
  const changed = id && after.tasks[id];
  const isAlone = others.length === 0 && isSameJson(selectAroundTasks(before), selectAroundTasks(after));
  if (task && changed && isAlone) {
    return editObject(text, root, findTaskShape(text, root), writeTaskForm(task), writeTaskForm(changed), 'id');
  }
  return undefined;
}

const selectAroundTasks = (document: WorkflowDocument): DocumentSettings & Pick<WorkflowDocument, 'layout'> => ({
  ...getSettings(document),
  ...defined({ layout: document.layout }),
});

/** Gives new text the line breaks of the text that it is put into. */
function matchLineBreaks(text: string, replacements: readonly XmlReplacement[]): readonly XmlReplacement[] {
  if (!text.includes('\r\n')) return replacements;
  return replacements.map((replacement) => ({ ...replacement, text: replacement.text.replace(/\r?\n/g, '\r\n') }));
}

function toTextEdits(text: string, replacements: readonly XmlReplacement[]): TextEdit[] {
  return replacements
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
    .map(({ from, to, text: inserted }) => ({ at: from, removed: text.slice(from, to), inserted }))
    .filter(({ removed, inserted }) => removed !== inserted);
}

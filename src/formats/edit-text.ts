import { isJsonObject, isSameJson, type Json, type JsonObject } from '@/base/json';
import { decodeJson, encodeJson } from '@/base/json-text';
import { applyTextEdits } from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import type { WorkflowDocument } from '@/workflow/document';
import type { Notation } from './notation';
import { writeJson } from './write-json';
import { writeDocumentForm } from './written-form';
import { editXml } from './xml/edit-xml';
import { editYaml } from './yaml/edit-yaml';
import { readYaml } from './yaml/read-yaml';

/**
 * A text with its document changed from `before` to `after`: comments, order and style stay, as far as its notation has
 * them.
 */
export function editText(text: string, notation: Notation, before: WorkflowDocument, after: WorkflowDocument): string {
  if (notation === 'xml') return applyTextEdits(text, editXml(text, before, after));
  if (notation === 'json') return editJson(text, before, after);
  return editYaml(readYaml(text), computeChange(before, after)).source.text;
}

/** JSON with the fields at its top that changed written again, in its order and with its indentation. */
function editJson(text: string, before: WorkflowDocument, after: WorkflowDocument): string {
  const written = readWritten(text);
  if (written === undefined) return writeJson(after);
  const [was, is] = [writeDocumentForm(before), writeDocumentForm(after)];
  const isChanged = (key: string) => !isSameJson(was[key], is[key]);
  const kept = Object.entries(written).filter(([key]) => Object.hasOwn(is, key) || !isChanged(key));
  // With neither tasks nor tests, a text with a description would be a task.
  const isNeeded = (key: string) => isChanged(key) || (key === 'tasks' && !Object.hasOwn(is, 'tests'));
  const added = Object.entries(is).filter(([key]) => !Object.hasOwn(written, key) && isNeeded(key));
  const edited = [...kept, ...added].map(([key, value]) => [key, isChanged(key) ? is[key] : value] as const);
  const indent = /\n( +)\S/.exec(text)?.[1]?.length;
  return `${encodeJson(Object.fromEntries(edited), indent)}${text.endsWith('\n') ? '\n' : ''}`;
}

/** Undefined: it is a single task, or JSON only in the wide sense. */
function readWritten(text: string): JsonObject | undefined {
  try {
    const written = decodeJson(text) as Json;
    const isWorkflow = isJsonObject(written) && ['tasks', 'tests'].some((key) => isJsonObject(written[key] ?? null));
    return isWorkflow ? written : undefined;
  } catch {
    return undefined;
  }
}

import { ok, type Result } from '@/base/result';
import type { ModelChange } from '../change';
import { type Settings, settingsOf, settingsSchema, type WorkflowDocument } from '../document';
import { changeBetween } from './change-between';
import { patched } from './patched';
import type { Refusal } from './refusal';

/** What {@link updateSettings} is told. */
export interface UpdateSettings {
  /** Fields to set; `undefined` takes a field out. */
  readonly patch: { readonly [K in keyof Settings]?: Settings[K] | undefined };
}

/** Sets and removes settings of the workflow. Refused if they would not be valid, in the words of their schema. */
export function updateSettings(document: WorkflowDocument, { patch }: UpdateSettings): Result<ModelChange, Refusal> {
  const next = patched(settingsSchema, settingsOf(document), patch);
  if (!next.ok) return next;
  const { tasks, layout } = document;
  return ok(changeBetween(document, { ...next.value, tasks, ...(layout === undefined ? {} : { layout }) }));
}

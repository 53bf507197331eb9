import { isJsonObject } from '@/base/json';
import type { Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import { settingsSchema } from '../document-schema';
import type { EditRefusal } from './edit-refusal';
import { refuseUnfit } from './refuse-unfit';
import { type SettingsPatch, setSettings } from './set-fields';

/** Arguments of {@link updateSettings}. */
export interface UpdateSettings {
  readonly patch: SettingsPatch;
}

/** Sets and removes settings of the workflow. Refuses values that would not be valid, with the schema's message. */
export function updateSettings(
  document: WorkflowDocument,
  { patch }: UpdateSettings,
): Result<WorkflowDocument, EditRefusal> {
  return refuseUnfit(settingsSchema, selectChanged(document, patch)) ?? setSettings(document, patch);
}

/** The settings of a patch that are other objects than before; of definitions only the fields that are. */
function selectChanged(document: WorkflowDocument, patch: SettingsPatch): object {
  const changed = selectOtherFields(document, patch);
  if (changed.library === undefined) return changed;
  const { library: before = {} } = document;
  const library = Object.entries(selectOtherFields(before, changed.library)).map(([name, definition]) => [
    name,
    isJsonObject(definition) ? selectOtherFields(before[name] ?? {}, definition) : definition,
  ]);
  return { ...changed, library: Object.fromEntries(library) };
}

function selectOtherFields<T extends object>(before: object, after: T): Partial<T> {
  const entries = Object.entries(after).filter(
    ([key, value]) => value !== undefined && value !== (before as Readonly<Record<string, unknown>>)[key],
  );
  return Object.fromEntries(entries) as Partial<T>;
}

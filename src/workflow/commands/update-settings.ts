import type { Result } from '@/base/result';
import { settingsOf, type WorkflowDocument } from '../document';
import { settingsSchema } from '../document-schema';
import type { EditRefusal } from './edit-refusal';
import { refuseUnfit } from './refuse-unfit';
import { patched, type SettingsPatch, setSettings } from './set-fields';

/** Arguments of {@link updateSettings}. */
export interface UpdateSettings {
  readonly patch: SettingsPatch;
}

/** Sets and removes settings of the workflow. Refuses values that would not be valid, with the schema's message. */
export function updateSettings(
  document: WorkflowDocument,
  { patch }: UpdateSettings,
): Result<WorkflowDocument, EditRefusal> {
  return refuseUnfit(settingsSchema, patched(settingsOf(document), patch)) ?? setSettings(document, patch);
}

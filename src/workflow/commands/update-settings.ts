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

/** Sets and removes settings of the workflow. Refused if they would not be valid, in the words of their schema. */
export function updateSettings(
  document: WorkflowDocument,
  { patch }: UpdateSettings,
): Result<WorkflowDocument, EditRefusal> {
  return refuseUnfit(settingsSchema, patched(settingsOf(document), patch)) ?? setSettings(document, patch);
}

import type { ProviderConfig } from '@/providers/provider-config';
import type { MakeChange } from '../dialogs/use-reloaded';
import type { UsedModel } from './table/used-models';
import type { ModelsData } from './use-models-data';

/** What the right panel shows: a model, or a form. */
export type Side =
  | { readonly kind: 'model'; readonly model: string }
  | { readonly kind: 'facts'; readonly model: string | undefined }
  | { readonly kind: 'provider'; readonly isNew: boolean }
  | { readonly kind: 'windows' }
  | { readonly kind: 'limits' };

/** Props of each part of the models screen. */
export interface ModelsContext {
  readonly data: ModelsData;
  readonly change: MakeChange;
  /** Models of the open workflow. */
  readonly used: readonly UsedModel[];
  /** The selected provider. */
  readonly provider: ProviderConfig;
  readonly side: Side | undefined;
  readonly setSide: (side: Side | undefined) => void;
  /** Selects a provider. */
  readonly choose: (provider: string, side?: Side) => void;
}

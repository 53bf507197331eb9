import type { ProviderConfig } from '@/providers/provider-config';
import type { MakeChange } from '../dialogs/use-reloaded';
import type { UsedModel } from './table/used-models';
import type { ModelsData } from './use-models-data';

/** What is at the right: a model, or a form. */
export type Side =
  | { readonly kind: 'model'; readonly model: string }
  | { readonly kind: 'facts'; readonly model: string | undefined }
  | { readonly kind: 'provider'; readonly isNew: boolean }
  | { readonly kind: 'windows' }
  | { readonly kind: 'limits' };

/** What each part of the screen of models is given. */
export interface ModelsContext {
  readonly data: ModelsData;
  readonly change: MakeChange;
  /** Of the open workflow. */
  readonly used: readonly UsedModel[];
  /** The one that is chosen. */
  readonly provider: ProviderConfig;
  readonly side: Side | undefined;
  readonly setSide: (side: Side | undefined) => void;
  /** Chooses a provider. */
  readonly choose: (provider: string, side?: Side) => void;
}

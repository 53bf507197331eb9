import { lazily } from '@/ui/lazy/lazily';

const fetched = () => import('./folded-fields');

/** The content of folds of the settings. It loads when a fold is opened, or earlier. */
export const AgentFields = lazily(async () => (await fetched()).AgentFields);
export const ToolFields = lazily(async () => (await fetched()).ToolFields);
export const DefinitionFields = lazily(async () => (await fetched()).DefinitionFields);
export const MoreLimits = lazily(async () => (await fetched()).MoreLimits);
export const OrderFields = lazily(async () => (await fetched()).OrderFields);
export const CompactionFields = lazily(async () => (await fetched()).CompactionFields);
export const KeepingFields = lazily(async () => (await fetched()).KeepingFields);
export const HooksFields = lazily(async () => (await fetched()).HooksFields);

/** All of them, to be loaded ahead. */
export const foldedFields = [
  AgentFields,
  ToolFields,
  DefinitionFields,
  MoreLimits,
  OrderFields,
  CompactionFields,
  KeepingFields,
  HooksFields,
];

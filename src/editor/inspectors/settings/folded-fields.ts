// The content of folds of the settings, which are closed on the first screen: one file for the page to load.
export { MoreLimits } from '../common/more-limits';
export { AgentFields } from './agent-fields';
export { CompactionFields } from './compaction-fields';
export { DefinitionFields } from './definition-fields';
export { HooksFields } from './hooks-fields';
export { KeepingFields } from './keeping-fields';
export { OrderFields } from './order-fields';
export { ToolFields } from './tool-fields';

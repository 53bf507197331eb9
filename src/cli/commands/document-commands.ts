// What is done with documents. Loaded together, when one of these commands is run (`../commands.ts`).
export { convertWorkflow } from './convert';
export { printDifference } from './diff';
export { runLibraryCommand } from './library';
export { matchSentence } from './match';
export { printModels } from './models';
export { showPlan } from './plan';
export { printSchema } from './schema';
export { manageSecrets } from './secrets';

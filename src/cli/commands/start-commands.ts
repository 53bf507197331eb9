// What starts runs, or asks a model for a workflow. Loaded together, when one of these commands is run
// (`../commands.ts`).

export { draftFile } from './draft';
export { runDry } from './dry-run';
export { runWorkflow } from './run';
export { runTests } from './test';

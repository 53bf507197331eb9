// What starts runs, or asks a model for a workflow. Loaded together, when one of these commands is run
// (`../commands.ts`).

export { draft } from './draft';
export { dryRun } from './dry-run';
export { run } from './run';

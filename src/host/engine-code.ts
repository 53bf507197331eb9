// What evaluates runs: the engine, and what a dry run has in place of what reaches outside. It is large, so that it is
// loaded as a whole when the first run needs it (`evaluate-run.ts`).
export { runPlan } from '@/engine/run-plan';
export { createDryEffects, simulatedTools } from './dry-run/dry-effects';
export { addSimulatedAnswers } from './dry-run/simulated-answers';

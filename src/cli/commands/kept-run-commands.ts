// What is done with runs that are kept. Loaded together, when one of these commands is run (`../commands.ts`).

export { changeRunAnnotations } from './annotate';
export { answerQuestion } from './answer';
export { cleanRuns } from './clean';
export { printComparison } from './compare';
export { exportRun } from './export';
export { importAny } from './import-any';
export { listIterations } from './iterations';
export { printRunLog } from './log';
export { printOutputs } from './outputs';
export { removeNamedRuns } from './remove';
export { replayAndCompare } from './replay';
export { printRuns } from './runs';
export { printFoundRuns } from './search';

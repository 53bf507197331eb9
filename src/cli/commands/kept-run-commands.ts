// What is done with runs that are kept. Loaded together, when one of these commands is run (`../commands.ts`).

export { annotate } from './annotate';
export { answer } from './answer';
export { clean } from './clean';
export { compare } from './compare';
export { exportRun } from './export';
export { importRun } from './import';
export { iterations } from './iterations';
export { log } from './log';
export { outputs } from './outputs';
export { remove } from './remove';
export { replay } from './replay';
export { runs } from './runs';
export { search } from './search';

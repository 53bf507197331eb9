// What stays in memory once all is thrown away that nobody holds.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collect = runInNewContext('gc');

/** Bytes in use after everything that can go has gone. */
export function heapUsed() {
  collect();
  return process.memoryUsage().heapUsed;
}

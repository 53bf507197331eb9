import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** How long to wait for what another test makes, in steps of 100 ms. */
const patience = 1200;

/** Makes something in a new folder, once for all processes of a run of tests; the others wait until it is there. */
export async function madeOnce(folder: string, make: () => Promise<unknown>): Promise<void> {
  const done = join(folder, 'done');
  if (isFirst(folder)) {
    await make();
    writeFileSync(done, '');
  }
  for (let left = patience; !existsSync(done); left -= 1) {
    if (left === 0) throw new Error(`${folder} was not made by the test that began to.`);
    await setTimeout(100);
  }
}

/** Whether this process creates the folder first: only one can. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

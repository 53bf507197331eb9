import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { greedyInputs } from '../tests/hostile/greedy-inputs';
import { inTask, xml } from '../tests/hostile/hostile-input';
import { bytes } from '../tests/hostile/small-inputs';
import { validate } from '../tests/hostile/validate';

/**
 * What the built command line (`program`) takes to check each hostile input of the tests, of the `n` that take the
 * longest, beside a small workflow: the difference is the input's own.
 */
export async function slowest(program: string, n: number): Promise<Record<string, Record<string, number>>> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-hostile-'));
  const measure = pathToFileURL(resolve('tests/hostile/measure.mjs')).href;
  const inputs = [xml('a small workflow', 'fine', () => inTask('')), ...Object.values(greedyInputs).flat(), ...bytes];
  const figures: [string, { seconds: number; MB: number }][] = [];
  for (const input of inputs) {
    const { seconds = Number.NaN, megabytes = Number.NaN } = await validate(program, measure, folder, input);
    figures.push([`${input.ending} with ${input.what}`, { seconds, MB: Math.round(megabytes) }]);
  }
  rmSync(folder, { recursive: true });
  const [small, ...rest] = figures;
  rest.sort(([, a], [, b]) => b.seconds - a.seconds);
  return Object.fromEntries([...(small ? [small] : []), ...rest.slice(0, n)]);
}

import { configureGlobal } from 'fast-check';

/**
 * What properties try. In CI that is the same each time, so that what it says of a commit is not chance; elsewhere each
 * run tries something else. `SEED=7` names one. Where a counterexample is found and made smaller for 100 s, the
 * smallest until then is told, before the time of the test is over. Samples that take longer fail: one of them hangs.
 * `FIRST_EXAMPLE=1` makes none smaller, where it is enough that there is one (scripts/mutants.mjs).
 * https://fast-check.dev/docs/configuration/global-settings/
 */
const seed = process.env['SEED'] ?? (process.env['CI'] ? '1' : undefined);
configureGlobal({
  interruptAfterTimeLimit: 100_000,
  markInterruptAsFailure: true,
  endOnFailure: process.env['FIRST_EXAMPLE'] !== undefined,
  ...(seed === undefined ? {} : { seed: Number(seed) }),
});

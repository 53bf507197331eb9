/**
 * How much of what could be tried the soak test tries: each landing would try the same again. `SAMPLES=1` tries all,
 * with another `SEED` each time.
 */
const shareInSoak = 0.3;

/**
 * How many random samples a test tries: few where a person waits for it, more in the soak test, and `many` where
 * nobody waits. `name` is the environment variable that sets another number.
 */
export function samples(name: string, few: number, many: number): number {
  const own = process.env[name];
  if (own !== undefined) return Number(own);
  const { SOAK: isSoak, SAMPLES: share = isSoak && shareInSoak } = process.env;
  return share === undefined ? few : Math.max(few, Math.round(many * Number(share)));
}

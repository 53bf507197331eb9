/**
 * How many random samples a test tries: few where a person waits for it, many in the soak test. `name` is the
 * environment variable that sets another number.
 */
export function samples(name: string, few: number, many: number): number {
  return Number(process.env[name] ?? (process.env['SOAK'] ? many : few));
}

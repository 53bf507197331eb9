// What something costs: time on the clock, and time of the processors, which tells the same on a machine that others
// load.

/**
 * µs for each of what was counted. `cpu` is of all threads, those that compile and collect garbage too.
 * @typedef {{ readonly wall: number, readonly cpu: number }} Spent
 */

/**
 * Starts the clocks; gives what tells the time since then for each of `n`.
 * @returns {(n: number) => Spent}
 */
export function spent() {
  const cpu = process.cpuUsage();
  const start = performance.now();
  return (n) => {
    const wall = performance.now() - start;
    const { user, system } = process.cpuUsage(cpu);
    return { wall: (wall * 1000) / n, cpu: (user + system) / n };
  };
}

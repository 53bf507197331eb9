/**
 * Timers for an engine that has none, as the text of a function. It defines `setTimeout`, `setInterval` and their
 * counterparts. It returns `wait`, the ms until the next timer is due, or -1 if there is none; and `run`, which runs
 * it.
 */
export const javascriptTimers = `() => {
  const timers = new Map();
  let last = 0;
  const add = (call, ms, every, values) => {
    const delay = Math.max(Number(ms) || 0, every ? 1 : 0);
    timers.set(++last, { call, values, at: Date.now() + delay, every: every ? delay : undefined });
    return last;
  };
  const next = () => {
    let first;
    for (const [id, timer] of timers) if (first === undefined || timer.at < first[1].at) first = [id, timer];
    return first;
  };
  const clear = (id) => void timers.delete(id);
  Object.assign(globalThis, {
    setTimeout: (call, ms, ...values) => add(call, ms, false, values),
    setInterval: (call, ms, ...values) => add(call, ms, true, values),
    clearTimeout: clear,
    clearInterval: clear,
  });
  return {
    wait: () => (timers.size === 0 ? -1 : Math.max(0, next()[1].at - Date.now())),
    run: () => {
      const [id, timer] = next();
      if (timer.every === undefined) timers.delete(id);
      else timer.at = Date.now() + timer.every;
      timer.call(...timer.values);
    },
  };
}`;

// What is measured in a page: frames while something moves, and figures over several runs.

/**
 * The median of some figures.
 * @param {readonly number[]} figures
 */
export function median(figures) {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * What 95 of 100 figures do not exceed.
 * @param {readonly number[]} figures
 */
export function p95(figures) {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN;
}

/**
 * Records the time of every frame in the page while `move` runs.
 * @param {import('@playwright/test').Page} page
 * @param {() => Promise<void>} move
 * @returns {Promise<{ mean: number, p95: number, max: number, frames: number }>} in ms
 */
export async function frames(page, move) {
  await page.evaluate(() => {
    const times = /** @type {number[]} */ ([]);
    let last = performance.now();
    let going = true;
    const tick = (/** @type {number} */ now) => {
      times.push(now - last);
      last = now;
      if (going) requestAnimationFrame(tick);
    };
    requestAnimationFrame((now) => {
      last = now;
      requestAnimationFrame(tick);
    });
    Object.assign(window, {
      stopFrames: () => {
        going = false;
        return times;
      },
    });
  });
  await move();
  const times = /** @type {number[]} */ (await page.evaluate('window.stopFrames()'));
  const sorted = [...times].sort((a, b) => a - b);
  return {
    mean: times.reduce((sum, time) => sum + time, 0) / times.length,
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
    frames: times.length,
  };
}

/**
 * Calls `step` with the elapsed ms every 16 ms until `ms` have gone.
 * @param {number} ms
 * @param {(elapsed: number) => Promise<void>} step
 */
export async function during(ms, step) {
  const start = performance.now();
  for (let elapsed = 0; elapsed < ms; elapsed = performance.now() - start) {
    const begun = performance.now();
    await step(elapsed);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 16 - (performance.now() - begun))));
  }
}

/**
 * Pans back and forth with the wheel, as a touchpad does.
 * @param {import('@playwright/test').Page} page
 * @param {number} ms
 */
export async function pan(page, ms) {
  const box = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.mouse.move(box.width / 2, box.height / 2);
  await during(ms, (elapsed) => page.mouse.wheel(Math.floor(elapsed / 2000) % 2 === 0 ? 12 : -12, 0));
}

/**
 * Drags what is at a point around in circles and lets it go.
 * @param {import('@playwright/test').Page} page
 * @param {{ x: number, y: number }} at
 * @param {number} ms
 */
export async function drag(page, at, ms) {
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await during(ms, (elapsed) => {
    const angle = elapsed / 500;
    return page.mouse.move(at.x + 120 + 120 * Math.cos(angle + Math.PI), at.y + 60 * Math.sin(angle));
  });
  await page.mouse.up();
}

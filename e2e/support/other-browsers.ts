import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import puppeteer, { type ElementHandle, type KeyInput } from 'puppeteer-core';
import { Builder, By, error, Key, until, type WebDriver, type WebElement } from 'selenium-webdriver';
import { findFirefox, findWebKit } from '../../scripts/other-browsers.mjs';

/** A tab of a browser that Playwright does not drive. Elements are named by XPath; each call waits for them. */
export interface Tab {
  open(url: string): Promise<void>;
  click(xpath: string): Promise<void>;
  /** Replaces what is in a text field. */
  fill(xpath: string, text: string): Promise<void>;
  /** Presses a key, or one with Ctrl, where the focus is. */
  press(key: 'Enter' | 'Escape' | 'z', withControl?: boolean): Promise<void>;
  /** Drags by mouse from the middle of an element to that of another. */
  drag(from: string, to: string): Promise<void>;
  /** The visible text of an element, once there is such an element. */
  text(xpath: string): Promise<string>;
  /** Whether there is such an element now. */
  has(xpath: string): Promise<boolean>;
  /** Errors that the page did not catch, since its last load. */
  errors(): Promise<readonly string[]>;
  picture(file: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * A browser that is busy tells sizes in the next frame, and says so as an error of the window. React Flow observes each
 * node, and its authors take it for no fault: https://github.com/xyflow/xyflow/issues/4792.
 */
const isFault = (error: string): boolean => error !== 'ResizeObserver loop completed with undelivered notifications.';

const size = { width: 1440, height: 900 };
/** ms to wait for an element. On a busy machine a run takes long. */
const patience = 120_000;

/**
 * On a busy machine some Firefox without a screen takes its only tab for one in the background (seen with 153 ESR), and
 * lets a timer of the engine fire once in a second.
 */
const asInFront = { 'dom.workers.throttling.enabled': false, 'dom.timeout.enable_budget_timer_throttling': false };

/** Runs in the page, as early as the driver can. */
const collectErrors = `
  window.uncaught ??= [];
  addEventListener('error', ({ message }) => window.uncaught.push(message));
  addEventListener('unhandledrejection', ({ reason }) => window.uncaught.push(String(reason)));
`;

/** Firefox by WebDriver BiDi. Undefined: there is none on this machine. */
export async function openFirefox(): Promise<Tab | undefined> {
  const executablePath = findFirefox();
  if (executablePath === undefined) return undefined;
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: asInFront,
  });
  const [page = await browser.newPage()] = await browser.pages();
  await page.setViewport(size);
  const uncaught: string[] = [];
  page.on('pageerror', (error) => uncaught.push(String(error)));
  const find = async (xpath: string): Promise<ElementHandle<Element>> => {
    const found = await page.waitForSelector(`::-p-xpath(${xpath})`, { timeout: patience });
    if (found === null) throw new Error(`There is no ${xpath}.`);
    return found;
  };
  const middleOf = async (xpath: string) => {
    const box = await (await find(xpath)).boundingBox();
    if (box === null) throw new Error(`${xpath} is not in sight.`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  return {
    async open(url) {
      uncaught.length = 0;
      await page.bringToFront();
      await page.goto(url);
    },
    async click(xpath) {
      await (await find(xpath)).click();
    },
    async fill(xpath, text) {
      await (await find(xpath)).click({ count: 3 });
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
      await page.keyboard.type(text);
    },
    async press(key, withControl = false) {
      if (withControl) await page.keyboard.down('Control');
      await page.keyboard.press(key as KeyInput);
      if (withControl) await page.keyboard.up('Control');
    },
    async drag(from, to) {
      const [start, end] = [await middleOf(from), await middleOf(to)];
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(end.x - 20, end.y - 10, { steps: 5 });
      await page.mouse.move(end.x, end.y, { steps: 2 });
      await page.mouse.up();
    },
    text: async (xpath) => (await find(xpath)).evaluate((element) => (element as HTMLElement).innerText),
    has: async (xpath) => (await page.$(`::-p-xpath(${xpath})`)) !== null,
    errors: async () => uncaught.filter(isFault),
    async picture(file) {
      await page.screenshot({ path: file as `${string}.png` });
    },
    close: () => browser.close(),
  };
}

/** WebKitGTK by its driver. Undefined: there is none on this machine. */
export async function openWebKit(): Promise<Tab | undefined> {
  const programs = findWebKit();
  if (programs === undefined) return undefined;
  const { screen, display } = await openScreen(programs.screen);
  const port = await freePort();
  const server = spawn(programs.driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
  });
  const stop = () => {
    server.kill();
    screen.kill();
  };
  try {
    const driver = await startSession(`http://127.0.0.1:${port}`, programs.browser);
    await driver.manage().window().setRect(size);
    return webKitTab(driver, stop);
  } catch (error) {
    stop();
    throw error;
  }
}

/** Starts the browser, as soon as its driver listens. */
async function startSession(url: string, binary: string): Promise<WebDriver> {
  for (let tries = 0; ; tries++) {
    try {
      await fetch(`${url}/status`);
      break;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return new Builder()
    .usingServer(url)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    })
    .build();
}

function webKitTab(driver: WebDriver, stop: () => void): Tab {
  const find = (xpath: string): Promise<WebElement> => driver.wait(until.elementLocated(By.xpath(xpath)), patience);
  /** Clicks once nothing lies over it: a part of the page that has just come may still take its place. */
  const click = async (xpath: string): Promise<WebElement> => {
    const element = await find(xpath);
    await driver.wait(
      () =>
        element.click().then(
          () => true,
          (failure: unknown) => {
            if (failure instanceof error.ElementClickInterceptedError) return false;
            throw failure;
          },
        ),
      patience,
    );
    return element;
  };
  return {
    async open(url) {
      await driver.get(url);
      // An address that differs in its fragment alone does not load the page.
      await driver.navigate().refresh();
      await driver.executeScript(collectErrors);
    },
    click: async (xpath) => void (await click(xpath)),
    async fill(xpath, text) {
      const field = await click(xpath);
      await field.sendKeys(Key.chord(Key.CONTROL, 'a'));
      await field.sendKeys(text);
    },
    async press(key, withControl = false) {
      const pressed = key === 'z' ? 'z' : { Enter: Key.ENTER, Escape: Key.ESCAPE }[key];
      const keys = driver.actions();
      if (withControl) keys.keyDown(Key.CONTROL);
      keys.keyDown(pressed).keyUp(pressed);
      if (withControl) keys.keyUp(Key.CONTROL);
      await keys.perform();
    },
    async drag(from, to) {
      const [start, end] = [await find(from), await find(to)];
      const mouse = driver.actions().move({ origin: start }).press();
      mouse.move({ origin: end, x: -20, y: -10 }).move({ origin: end, x: -5, y: -2 });
      await mouse.move({ origin: end }).release().perform();
    },
    text: async (xpath) => (await find(xpath)).getText(),
    has: async (xpath) => (await driver.findElements(By.xpath(xpath))).length > 0,
    errors: async () => (await driver.executeScript<string[]>('return window.uncaught ?? [];')).filter(isFault),
    async picture(file) {
      writeFileSync(file, await driver.takeScreenshot(), 'base64');
    },
    async close() {
      await driver.quit().finally(stop);
    },
  };
}

/** A screen in memory. */
async function openScreen(program: string): Promise<{ readonly screen: ChildProcess; readonly display: string }> {
  const geometry = `${size.width}x${size.height}x24`;
  const screen = spawn(program, ['-displayfd', '1', '-screen', '0', geometry, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const display = await new Promise<string>((resolve, reject) => {
    screen.stdout.once('data', (data: Buffer) => resolve(`:${data.toString().trim()}`));
    screen.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}.`)));
  });
  return { screen, display };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

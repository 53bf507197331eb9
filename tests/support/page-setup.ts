import '@testing-library/jest-dom/vitest';
// What each page fetches after its first screen is read before the tests begin: on a busy machine reading it took most
// of the minute that a test waits for what is on screen.
import '@/app/shell/drawer-parts';
import '@/app/shell/left-parts';
import '@/app/shell/run-parts';
import '@/editor/actions/edits';
import '@/editor/canvas/late-parts';
import '@/editor/inspectors/inspector';
import '@/host/engine-code';
import '@/ui/overlay/overlays';
import '@/ui/overlay/toast-list';
import { afterAll, vi } from 'vitest';
import { configure, letPageSettle } from './dom';
import { createLockManager } from './lock-manager';

/** The first buttons of an element, by their names. */
function listButtons(element: Element): string {
  const names = [...element.querySelectorAll('button')].map((one) => one.getAttribute('aria-label') ?? one.textContent);
  return `${names.slice(0, 30).join(', ')}${element.isConnected ? '' : '. It is no longer on the page'}.`;
}

// What is waited for ends at some time; the whole page as text, or all its roles, would bury the message.
configure({
  asyncUtilTimeout: 60_000,
  asyncWrapper: async (work) => {
    const result = await work();
    await letPageSettle();
    return result;
  },
  getElementError: (message, container) =>
    new Error(`${message?.split('\n\nHere are')[0] ?? 'Not found.'} There are: ${listButtons(container)}`),
});

// The files of a worker share their modules. A part that is still being fetched when a file ends fails with its
// environment, and would be missing in every file after it.
afterAll(() => vi.dynamicImportSettled());
// They share the document too: what a file leaves there would be found in the page of the next one.
afterAll(() => document.body.replaceChildren());

// Nothing is laid out here: lists that draw only what is in sight take each element to be as large as the window.
const size = { width: 1440, height: 900 };
const box = { ...size, x: 0, y: 0, top: 0, left: 0, right: size.width, bottom: size.height };
for (const [name, value] of [
  ['offsetWidth', size.width],
  ['offsetHeight', size.height],
  ['clientWidth', size.width],
  ['clientHeight', size.height],
] as const) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
}
// The tabs of a row stand beside each other: none is as wide as the window.
Object.defineProperty(HTMLButtonElement.prototype, 'offsetWidth', { configurable: true, get: () => 40 });
Element.prototype.getBoundingClientRect = () => ({ ...box, toJSON: () => box });

// Those of happy-dom follow each other at once, so that what waits for some of them would wait for nothing.
const frameMs = 16;
const frames = new Set<number>();
window.requestAnimationFrame = (callback) => {
  const draw = () => {
    frames.delete(frame);
    callback(performance.now());
  };
  const frame = Number(setTimeout(draw, frameMs));
  frames.add(frame);
  return frame;
};
window.cancelAnimationFrame = (frame) => {
  frames.delete(frame);
  clearTimeout(frame);
};
// A view that still glides as a file ends would ask a page that is gone for its next frame.
afterAll(() => frames.forEach(window.cancelAnimationFrame));

// In a browser a field whose text is selected by the page has the focus.
const { select } = HTMLInputElement.prototype;
HTMLInputElement.prototype.select = function () {
  this.focus();
  select.call(this);
};

// happy-dom says that it has locks, and has none.
Object.defineProperty(navigator, 'locks', { configurable: true, value: createLockManager() });

// The only way to insert a text that a browser's own undo takes back; happy-dom has none. React notices the change only
// if the value is not set through the element itself.
document.execCommand = (_command, _shown, text = '') => {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  const { selectionStart, selectionEnd, value } = field;
  const changed = `${value.slice(0, selectionStart ?? 0)}${text}${value.slice(selectionEnd ?? 0)}`;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, changed);
  return field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
};

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endLostPresses, isLostRelease, tellLostRelease } from './lost-releases';

let stop: () => void;
beforeEach(() => {
  document.body.innerHTML = '<div id="node"></div>';
  stop = endLostPresses(window);
});
afterEach(() => stop());

const node = () => document.getElementById('node') ?? document.body;
const point = (kind: string, buttons: number, more: PointerEventInit = {}) =>
  node().dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerId: 1, pointerType: 'mouse', buttons, ...more }));

it('ends a press whose release the page was not told where it last was with a button', () => {
  const seen: unknown[] = [];
  const note = (event: Event) => seen.push([event.type, (event as MouseEvent).clientX, isLostRelease()]);
  node().addEventListener('pointerup', note);
  document.addEventListener('mouseup', note);
  point('pointerdown', 1, { clientX: 5 });
  point('pointermove', 1, { clientX: 40 });
  expect(seen).toEqual([]);
  point('pointermove', 0, { clientX: 90 });
  expect(seen).toEqual([
    ['pointerup', 40, true],
    ['mouseup', 40, true],
  ]);
  point('pointermove', 0, { clientX: 120 });
  expect(seen).toHaveLength(2);
  expect(isLostRelease()).toBe(false);
  document.removeEventListener('mouseup', note);
});

it('leaves a press alone that was released or taken away, and a finger, which has no buttons to lose', () => {
  const up = vi.fn();
  document.addEventListener('mouseup', up);
  for (const end of ['pointerup', 'pointercancel']) {
    point('pointerdown', 1);
    point(end, 0);
    point('pointermove', 0);
  }
  point('pointerdown', 1, { pointerType: 'touch' });
  point('pointermove', 0, { pointerType: 'touch' });
  expect(up).not.toHaveBeenCalled();
  tellLostRelease(document);
  expect(up).toHaveBeenCalledOnce();
  document.removeEventListener('mouseup', up);
});

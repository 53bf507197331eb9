import type { PointerEvent as ReactPointerEvent } from 'react';

/** The handlers of a gesture. Coordinates are those of the window. */
export interface PointerGesture {
  /**
   * The pointer, or the canvas under it, has moved. A press must move a few pixels first, so that a click is not a
   * drag.
   */
  move(x: number, y: number): void;
  drop(): void | Promise<void>;
  /** Escape was pressed, or the system took the pointer away. */
  cancel(): void;
  /** The button was released where it was pressed. */
  click(): void;
  /** A finger has rested where it was put down. The gesture ends with it. */
  hold?(): void;
  /** The pointer is at the border: the canvas should move by this many pixels. */
  autoPan(dx: number, dy: number): void;
}

/** Pixels that the pointer must move before a press becomes a drag; a finger rests less still. */
const threshold = 4;
const touchThreshold = 10;
/**
 * How long a finger rests until it opens a menu, in ms, as in Flutter (`kLongPressTimeout`); Android itself takes 400
 * (`ViewConfiguration.DEFAULT_LONG_PRESS_TIMEOUT`), and lets people have it longer.
 */
const holdMs = 500;
/**
 * Width in pixels of the strip at the border in which the canvas moves by itself, and its highest speed in pixels a
 * frame.
 */
const strip = 32;
const speed = 14;

/** Follows the pointer from the press to the end of its gesture. */
export function followPointer(event: ReactPointerEvent<HTMLElement>, gesture: PointerGesture): void {
  const { pointerId, clientX: startX, clientY: startY, pointerType } = event;
  const still = pointerType === 'touch' ? touchThreshold : threshold;
  const root = event.currentTarget;
  const box = root.getBoundingClientRect();
  let [x, y] = [startX, startY];
  let dragging = false;
  let frame = 0;

  const pan = () => {
    frame = 0;
    const [dx, dy] = [computePush(x, box.left, box.right), computePush(y, box.top, box.bottom)];
    if (dx === 0 && dy === 0) return;
    gesture.autoPan(dx, dy);
    gesture.move(x, y);
    frame = requestAnimationFrame(pan);
  };
  const onMove = (next: PointerEvent) => {
    if (next.pointerId !== pointerId) return;
    [x, y] = [next.clientX, next.clientY];
    if (!dragging && Math.hypot(x - startX, y - startY) < still) return;
    clearTimeout(holding);
    if (!dragging) root.setPointerCapture(pointerId);
    dragging = true;
    gesture.move(x, y);
    frame ||= requestAnimationFrame(pan);
  };
  const endFollowing = () => {
    clearTimeout(holding);
    cancelAnimationFrame(frame);
    window.removeEventListener('pointerdown', onOther, true);
    window.removeEventListener('pointermove', onMove);
    window.removeEventListener('pointerup', onUp);
    window.removeEventListener('pointercancel', onCancel);
    root.removeEventListener('lostpointercapture', onUp);
    window.removeEventListener('keydown', handleKey, true);
  };
  const onUp = (last: PointerEvent) => {
    if (last.pointerId !== pointerId) return;
    endFollowing();
    if (dragging) void gesture.drop();
    else gesture.click();
  };
  const onCancel = () => {
    endFollowing();
    if (dragging) gesture.cancel();
  };
  // A second finger makes it a pinch.
  const onOther = (other: PointerEvent) => {
    if (other.pointerId !== pointerId && pointerType === 'touch') onCancel();
  };
  const onHold = () => {
    endFollowing();
    swallowNextClick();
    gesture.hold?.();
  };
  const holding = pointerType === 'touch' && gesture.hold ? setTimeout(onHold, holdMs) : undefined;
  const handleKey = (key: KeyboardEvent) => {
    if (key.key !== 'Escape' || !dragging) return;
    key.stopPropagation();
    key.preventDefault();
    onCancel();
  };
  window.addEventListener('pointerdown', onOther, true);
  window.addEventListener('pointermove', onMove);
  window.addEventListener('pointerup', onUp);
  window.addEventListener('pointercancel', onCancel);
  // After a release, or without one if the system took the pointer: then it ends where it was.
  root.addEventListener('lostpointercapture', onUp);
  window.addEventListener('keydown', handleKey, true);
}

const clickEvents = ['mousedown', 'mouseup', 'click'] as const;

/** Lifting a finger that opened something is no click: that would close it again. */
function swallowNextClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const kind of clickEvents) window.addEventListener(kind, swallow, true);
  const stopSwallowing = () => {
    for (const kind of clickEvents) window.removeEventListener(kind, swallow, true);
  };
  window.addEventListener('pointerdown', stopSwallowing, { capture: true, once: true });
}

/** How far to pan for a pointer at this distance from the lower or upper end of a side. */
function computePush(at: number, low: number, high: number): number {
  if (at < low + strip) return Math.min((low + strip - at) / strip, 1) * speed;
  if (at > high - strip) return -Math.min((at - high + strip) / strip, 1) * speed;
  return 0;
}

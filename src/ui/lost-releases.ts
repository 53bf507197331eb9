let isLost = false;

/** Whether the release that is being handled is one that nobody made there, so that nothing was meant by its place. */
export function isLostRelease(): boolean {
  return isLost;
}

/** Ends what a press began, in this page and in libraries that listen for the release themselves. */
export function tellLostRelease(target: EventTarget, place: PointerEventInit & MouseEventInit = {}): void {
  const init = { ...place, bubbles: true, cancelable: true, buttons: 0, view: window };
  isLost = true;
  try {
    target.dispatchEvent(new PointerEvent('pointerup', init));
    target.dispatchEvent(new MouseEvent('mouseup', init));
  } finally {
    isLost = false;
  }
}

/**
 * Ends what a pressed mouse began when its release went to another window or to a dialog of the system (Alt+Tab), of
 * which browsers tell nothing: the mouse then moves without a button. It ends where it last was with one, for every
 * gesture of the page, those of libraries too. Returns a function that ends it.
 */
export function endLostPresses(page: Window): () => void {
  let pressed: { readonly on: Node; readonly button: number; readonly last: PointerEvent } | undefined;
  const beginPress = (event: PointerEvent) => {
    const { target: on, button, pointerType } = event;
    pressed = pointerType === 'mouse' && on instanceof Node ? { on, button, last: event } : undefined;
  };
  const followPress = (event: PointerEvent) => {
    if (pressed === undefined || event.pointerId !== pressed.last.pointerId) return;
    if (event.buttons !== 0) {
      pressed = { ...pressed, last: event };
      return;
    }
    const { on, button, last } = pressed;
    pressed = undefined;
    const { pointerId, pointerType, isPrimary, clientX, clientY, screenX, screenY } = last;
    const place = { pointerId, pointerType, isPrimary, button, clientX, clientY, screenX, screenY };
    tellLostRelease(on.isConnected ? on : page.document, place);
  };
  const endPress = () => {
    pressed = undefined;
  };
  const handlers = {
    pointerdown: beginPress,
    pointermove: followPress,
    pointerup: endPress,
    pointercancel: endPress,
  } as const;
  for (const [kind, handle] of Object.entries(handlers)) page.addEventListener(kind as 'pointerdown', handle, true);
  return () => {
    for (const [kind, handle] of Object.entries(handlers))
      page.removeEventListener(kind as 'pointerdown', handle, true);
  };
}

/** How far the pointer may move during a press, in pixels of the window. */
const still = 4;

/**
 * A press of a button holds although the page moves under it, as the top bar does when a run ends: the browser gives a
 * press that ends elsewhere than it began to what is around both, and so it is lost. One that the pointer has left is
 * still none.
 */
export function holdPresses(): void {
  let pressed: { readonly button: HTMLButtonElement; readonly x: number; readonly y: number } | undefined;
  const beginPress = ({ target, button, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
    const over = target instanceof Element ? target.closest('button') : null;
    pressed = over !== null && isPrimary && button === 0 ? { button: over, x, y } : undefined;
  };
  const endPress = (event: MouseEvent) => {
    const began = pressed;
    if (!event.isTrusted) return;
    pressed = undefined;
    if (began === undefined || event.composedPath().includes(began.button)) return;
    if (!began.button.isConnected || Math.hypot(event.clientX - began.x, event.clientY - began.y) > still) return;
    event.stopPropagation();
    event.preventDefault();
    began.button.click();
  };
  window.addEventListener('pointerdown', beginPress, true);
  window.addEventListener('click', endPress, true);
}

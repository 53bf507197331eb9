/**
 * The token `--d-3` of `tokens.css`, in ms. It stands here too, as to read it from the page makes the browser style all
 * of it in the middle of an edit.
 */
export const panelMs = 220;

/** How long a panel or the view takes to move, in ms; 0 with reduced motion. */
export function getMotionMs(): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : panelMs;
}

import { useEffect } from 'react';
import { leaveUnlessUnsaved } from './unsaved';

/** A text that is being written. */
const text = ':is(input:not([type=checkbox], [type=radio], [type=range]), textarea, [contenteditable])';

/**
 * Calls `leave` on Escape, unless the key is for something above: a dialog, a menu, or a text, which it leaves first. A
 * person who would lose something typed is asked.
 */
export function useEscape(leave: () => void): void {
  useEffect(() => {
    const handleEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return;
      if (event.target instanceof HTMLElement && event.target.matches(text)) {
        event.target.blur();
        return;
      }
      leaveUnlessUnsaved(document, leave);
    };
    addEventListener('keydown', handleEscape);
    return () => removeEventListener('keydown', handleEscape);
  });
}

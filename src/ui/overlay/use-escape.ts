import { useEffect } from 'react';

/** Calls `leave` on Escape, unless the key is for something above: a dialog, a menu, a text field. */
export function useEscape(leave: () => void): void {
  useEffect(() => {
    const handleEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return;
      leave();
    };
    addEventListener('keydown', handleEscape);
    return () => removeEventListener('keydown', handleEscape);
  });
}

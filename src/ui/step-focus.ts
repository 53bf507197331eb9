import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * Handles arrow keys, Home and End in a row of choices that is one tab stop. Returns and focuses the choice, of
 * `count`, that the key leads to from `index`. Undefined for any other key.
 */
export function stepFocus(event: KeyboardEvent<HTMLElement>, index: number, count: number): number | undefined {
  const step = steps[event.key];
  const next = event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : step && (index + step + count) % count;
  if (next === undefined) return undefined;
  event.preventDefault();
  const choice = event.currentTarget.children[next];
  if (choice instanceof HTMLElement) choice.focus();
  return next;
}

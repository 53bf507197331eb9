import { type RefObject, useEffect, useState } from 'react';

function isSelectedIn(element: HTMLElement | null): boolean {
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && element?.contains(selection.anchorNode) === true;
}

/**
 * A value that changes often; while a person has selected something in the element that shows it, it stays as it was.
 */
export function useUnlessSelected<T>(element: RefObject<HTMLElement | null>, value: T): T {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    const show = () => isSelectedIn(element.current) || setShown(value);
    show();
    document.addEventListener('selectionchange', show);
    return () => document.removeEventListener('selectionchange', show);
  }, [element, value]);
  return shown;
}

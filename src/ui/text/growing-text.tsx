import { useLayoutEffect, useRef } from 'react';

/**
 * A text that grows at its end. What comes is added to what is there: a new text in its place, as React writes it,
 * would take away what a person has selected in it.
 */
export function GrowingText({ text }: { readonly text: string }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const node = place.current?.firstChild;
    if (node instanceof Text && text.startsWith(node.data)) node.appendData(text.slice(node.data.length));
    else if (place.current) place.current.textContent = text;
  }, [text]);
  return <span ref={place} />;
}

import type { ComponentProps } from 'react';

interface ScrollRegionProps extends Omit<ComponentProps<'section'>, 'tabIndex'> {
  readonly label: string;
}

/**
 * A named part of the screen that scrolls. It is a tab stop, because it could not be scrolled by keyboard otherwise.
 */
export function ScrollRegion({ label, children, ...rest }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
    <section {...rest} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

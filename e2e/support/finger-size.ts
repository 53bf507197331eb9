import { type App, expect } from './app';

/**
 * Checks that a finger can press each control that is shown now: 44 px wide and high. Measured is what a press reaches
 * from the control's middle on, so a label and a pseudo-element count, and what lies over the control does not. Each is
 * scrolled into sight first. A link within a sentence may be as high as its text.
 */
export async function fitsFingers({ page }: App, what: string): Promise<void> {
  const listSmall = () =>
    page.evaluate((least) => {
      const kinds = ['a[href]', 'button', 'input', 'select', 'textarea', '[role="option"]', '[role="treeitem"]'];
      const shell = '[role="menu"], [role="dialog"], [data-region="left"], [data-region="inspector"], main';
      const isReached = (control: Element, x: number, y: number): boolean => {
        const hit = document.elementFromPoint(x, y);
        const label = hit?.closest('label');
        return hit !== null && (control.contains(hit) || (label ? label.control === control : false));
      };
      const countReached = (control: Element, x: number, y: number, step: readonly [number, number]): number => {
        let count = 0;
        while (count < least && isReached(control, x + step[0] * (count + 1), y + step[1] * (count + 1))) count += 1;
        return count;
      };
      // What an open menu or panel lies over is not to be pressed.
      const isUnder = (control: Element, x: number, y: number): boolean => {
        const over = document.elementFromPoint(x, y)?.closest(shell);
        return over !== null && over !== undefined && !over.contains(control);
      };
      const small: string[] = [];
      for (const control of document.querySelectorAll(kinds.join(', '))) {
        const isShown = control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        if (!isShown || control.closest('p a[href], [aria-hidden="true"], [inert]') !== null) continue;
        control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        const box = control.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        if (isUnder(control, x, y)) continue;
        const width = 1 + countReached(control, x, y, [1, 0]) + countReached(control, x, y, [-1, 0]);
        const height = 1 + countReached(control, x, y, [0, 1]) + countReached(control, x, y, [0, -1]);
        if (!isReached(control, x, y)) small.push(`covered: ${control.outerHTML.slice(0, 200)}`);
        else if (width < least || height < least)
          small.push(`${width} × ${height}: ${control.outerHTML.slice(0, 200)}`);
      }
      return small;
    }, 44);
  await expect.poll(listSmall, what).toEqual([]);
}

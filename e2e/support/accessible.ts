import { AxeBuilder } from '@axe-core/playwright';
import { type App, expect } from './app';

/**
 * Checks what is shown now in both themes, and reports its problems; `within` (a CSS selector) restricts the check. The
 * themes differ only in colours, so everything else is checked in one. Colour transitions are disabled, so that none is
 * measured halfway.
 */
export async function isAccessible({ page }: App, what: string, within?: string): Promise<void> {
  // Of what is in order axe would tell every element, with a selector for each.
  const onlyFaults = { resultTypes: ['violations' as const] };
  // The page has no frames, for which axe would open a page of its own.
  const axe = () => {
    const builder = new AxeBuilder({ page }).setLegacyMode(true);
    return within === undefined ? builder : builder.include(within);
  };
  const shown = async (colorScheme: 'dark' | 'light') => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
  };
  await shown('dark');
  const dark = await axe()
    .options({ ...onlyFaults, runOnly: ['color-contrast'] })
    .analyze();
  await shown('light');
  // Of WCAG 2.2, which axe leaves out unless it is asked.
  const light = await axe()
    .options({ ...onlyFaults, rules: { 'target-size': { enabled: true } } })
    .analyze();
  const found = [...dark.violations, ...light.violations].map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
  );
  expect(found, what).toEqual([]);
}

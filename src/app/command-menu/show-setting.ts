/** Where a setting of the workflow is in the inspector. */
export interface SettingPlace {
  /** The name of its control; undefined: the first one of its section. */
  readonly control?: string;
  /** The title of the section or fold that it is in. */
  readonly section?: string;
}

/** How long the inspector may take to load, in ms. */
const patience = 10_000;

/** Opens the section of a setting in the inspector, and moves the focus to its control once that is rendered. */
export function showSetting(setting: SettingPlace): void {
  const before = document.activeElement;
  if (focusSetting(setting)) return;
  const observer = new MutationObserver(() => {
    // A person who has moved the focus meanwhile keeps it.
    const hasLeft = document.activeElement !== before && document.activeElement !== document.body;
    if (hasLeft || focusSetting(setting)) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), patience);
}

const controls = 'input, textarea, select, button, summary';

/** Focuses the control of a setting, and opens what it is folded in. Returns whether it is rendered. */
export function focusSetting({ control, section }: SettingPlace): boolean {
  const inspector = document.querySelector('[data-inspector]');
  if (inspector === null) return false;
  const fold = [...inspector.querySelectorAll('details')].find(
    (one) => section !== undefined && one.querySelector('summary')?.textContent?.startsWith(section),
  );
  if (fold) fold.open = true;
  const within = fold ?? inspector.querySelector(`section[aria-label="${section}"]`);
  const found =
    control === undefined
      ? within?.querySelector<HTMLElement>(`:is(${controls}):not(summary)`)
      : inspector.querySelector<HTMLElement>(`[name="${control}"]`);
  if (!found) return false;
  found.scrollIntoView({ block: 'center' });
  found.focus();
  return true;
}

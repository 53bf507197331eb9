/** The parts of the page round which F6 leads, in order. A part is marked with its name in `data-region`. */
const regions = ['canvas', 'inspector', 'drawer', 'left', 'top', 'run'] as const;
export type RegionName = (typeof regions)[number];

/** Where a tab stop may be. */
const stops = 'a[href], button, input, select, textarea, summary, [tabindex]';
/** What the focus goes to first in a region that it was not in yet; else to its first tab stop. */
const first = '[data-canvas], [data-task-fields] textarea';

/** The control that had the focus last, by region. */
const visited = new Map<RegionName, WeakRef<HTMLElement>>();

/** The region that an element is in; undefined: it is in none. */
export function findRegion(element: Element | null): RegionName | undefined {
  const name = element?.closest<HTMLElement>('[data-region]')?.dataset['region'];
  return regions.find((one) => one === name);
}

/** Remembers which control of each region had the focus. Returns a function that ends it. */
export function rememberVisits(page: Document): () => void {
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const region = findRegion(target);
    // A row that was pressed is no stop, but its list is.
    const stop = findStopAround(target);
    if (region !== undefined && stop !== undefined && findRegion(stop) === region)
      visited.set(region, new WeakRef(stop));
  };
  page.addEventListener('focusin', remember);
  return () => page.removeEventListener('focusin', remember);
}

/** Moves the focus to the next region, or to the one before, that is shown and has a control. */
export function goToRegion(page: Document, by: 1 | -1): void {
  const current = findRegion(page.activeElement);
  const at = current === undefined ? (by === 1 ? -1 : 0) : regions.indexOf(current);
  for (let step = 1; step <= regions.length; step += 1) {
    const region = regions[(at + by * step + regions.length * 2) % regions.length];
    if (region !== undefined && region !== current && focusRegion(page, region)) return;
  }
}

/** Moves the focus to the control that had it last in a region. Returns whether there is one. */
function focusRegion(page: Document, region: RegionName): boolean {
  const part = page.querySelector<HTMLElement>(`[data-region="${region}"]`);
  if (part === null) return false;
  const stop = findVisited(part, region) ?? [...part.querySelectorAll<HTMLElement>(first)].find(isStop);
  const target = stop ?? [...part.querySelectorAll<HTMLElement>(stops)].find(isStop);
  target?.focus();
  return target !== undefined;
}

/** The control that had the focus last, or the one of the same name: the form of another task has the same fields. */
function findVisited(part: HTMLElement, region: RegionName): HTMLElement | undefined {
  const last = visited.get(region)?.deref();
  if (last === undefined) return undefined;
  if (part.contains(last) && isStop(last)) return last;
  const name = last.getAttribute('name');
  return [...part.querySelectorAll<HTMLElement>('[name]')].find(
    (one) => one.getAttribute('name') === name && isStop(one),
  );
}

function findStopAround(element: HTMLElement): HTMLElement | undefined {
  for (let at: HTMLElement | null = element; at !== null; at = at.parentElement) if (isStop(at)) return at;
  return undefined;
}

function isStop(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(':disabled')) return false;
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true;
}

/** A message that comes and goes. */
export interface Notice {
  readonly tone: 'info' | 'ok' | 'error' | 'paused';
  /** What happened. */
  readonly title: string;
  /** Why, and what to do. */
  readonly detail?: string | undefined;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Notices of one id replace each other. */
  readonly id?: string;
}

/** A notice on the screen; each showing has a key of its own. */
export interface ShownNotice extends Notice {
  readonly key: number;
}

/** Most notices on the screen at once; the oldest make room. */
const most = 4;

let shown: readonly ShownNotice[] = [];
let count = 0;
const listeners = new Set<() => void>();

function show(next: readonly ShownNotice[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a message in the lower right corner. */
export function notify(notice: Notice): void {
  count += 1;
  const others = shown.filter(({ id }) => id === undefined || id !== notice.id);
  show([...others, { ...notice, key: count }].slice(-most));
}

/** Takes the message of this id away, if it is shown. */
export function dismissNotice(id: string): void {
  show(shown.filter((notice) => notice.id !== id));
}

/** Takes one showing of a message away. */
export function closeNotice(key: number): void {
  show(shown.filter((notice) => notice.key !== key));
}

/** The messages that are shown, oldest first. */
export function shownNotices(): readonly ShownNotice[] {
  return shown;
}

/** Calls the listener when messages come or go. Returns how to stop that. */
export function onNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

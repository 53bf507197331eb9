/** A message that comes and goes. */
export interface Notice {
  readonly tone: 'info' | 'ok' | 'error' | 'paused';
  /** What happened. */
  readonly title: string;
  /** Why, and what to do. */
  readonly detail?: string | undefined;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Whether it stays until it is read, though it is no error. */
  readonly stays?: boolean;
  /** Notices of one id replace each other. */
  readonly id?: string;
}

/** A message that appears for a while. */
export interface Notice {
  readonly tone: 'info' | 'ok' | 'error' | 'paused' | 'busy';
  /** What happened. */
  readonly title: string;
  /** Why, and what to do. */
  readonly detail?: string | undefined;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Whether it stays until it is closed although it is not an error. */
  readonly stays?: boolean;
  /** It is shown until this ends, well or not. */
  readonly until?: Promise<unknown>;
  /** Notices with the same id replace each other. */
  readonly id?: string;
}

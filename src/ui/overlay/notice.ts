/** A message that appears for a while. */
export type Notice = FailureNotice | OtherNotice;

interface FailureNotice extends NoticeParts {
  readonly tone: 'error';
  /** What closes it once what it tells of is mended; see `closeNotice`. */
  readonly id: string;
}

interface OtherNotice extends NoticeParts {
  readonly tone: 'info' | 'ok' | 'paused' | 'busy';
  readonly id?: string;
}

interface NoticeParts {
  /** What happened. */
  readonly title: string;
  /** Why, and what to do. */
  readonly detail?: string | undefined;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Whether it stays until it is closed although it is not an error. */
  readonly stays?: boolean;
  /** It is shown until this ends, well or not. */
  readonly until?: Promise<unknown>;
  /** It tells of an edit of the open workflow as that is now, and goes when the workflow is edited or left. */
  readonly about?: 'workflow';
  /** Notices with the same id replace each other. */
  readonly id?: string;
}

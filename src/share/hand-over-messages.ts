/** Where the page of Heddle receives a run from the page of a shared file: its address after `#`. */
export const handOverHash = '#/receive';

/** What the page says to the one that opened it, once it can take a run. */
export const readyMessage = { heddle: 'ready' } as const;

/** Whether a message is {@link readyMessage}. */
export function isReadyToReceive(message: unknown): boolean {
  return (message as { readonly heddle?: unknown } | null)?.heddle === readyMessage.heddle;
}

interface RunMessage {
  readonly heddle: 'run';
  readonly title: string;
  /** The file of the run. */
  readonly file: Blob;
}

/** What the answer says. */
export function runMessage(title: string, file: Blob): RunMessage {
  return { heddle: 'run', title, file };
}

/** A message as the run that it brings; undefined: it is another one. */
export function parseRunMessage(message: unknown): RunMessage | undefined {
  const { heddle, title, file } = (message ?? {}) as Partial<Record<keyof RunMessage, unknown>>;
  if (heddle !== 'run' || typeof title !== 'string' || !(file instanceof Blob)) return undefined;
  return { heddle, title, file };
}

import type { StreamDelta } from '@/run/runner';

/**
 * Port: the text that streams from models at one process, for those who look on at another. It is a view: text may be
 * lost, but none comes twice, or before what was told before it.
 */
export interface RemoteText {
  /**
   * Calls the listener with the text that streams at other processes, of runs that are wanted here. From then on this
   * process tells others what they want. Returns a function that ends it.
   */
  hear(listener: (delta: StreamDelta) => void): () => void;
  /** Asks the others for the text of a run, until the returned function is called. */
  want(executionId: string): () => void;
  /** Tells text to the others, if one of them has asked for that of its run. */
  tell(delta: StreamDelta): void;
}

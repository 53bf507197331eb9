/** What is to be done so that a file and the open workflow have the same text again. */
export type Settlement = 'same' | 'write' | 'take' | 'ask' | 'gone';

/** The texts of a workflow that follows a file. */
export interface FollowedTexts {
  /** The last text that both had. */
  readonly base: string;
  /** That of the open workflow. */
  readonly mine: string;
  /** That of the file; undefined if it is no longer there. */
  readonly theirs: string | undefined;
}

/**
 * Decides by three texts: the side that changed since both were the same is followed by the other. If both changed, the
 * person is asked, and neither is touched.
 */
export function settleTexts({ base, mine, theirs }: FollowedTexts): Settlement {
  if (theirs === undefined) return 'gone';
  if (theirs === mine) return 'same';
  if (theirs === base) return 'write';
  return mine === base ? 'take' : 'ask';
}

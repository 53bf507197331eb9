let before: Promise<unknown> = Promise.resolve();

/**
 * The code of an action once it has loaded, and once all have that were asked for before: what is done first happens
 * first, though its code may arrive later. What failed to load holds up nothing.
 */
export function inOrder<Code>(loading: Promise<Code>): Promise<Code> {
  const turn = before.then(() => loading);
  before = turn.catch(() => undefined);
  return turn;
}

import { nextTask } from '@/ui/next-task';

let before: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** Whether an action that was asked for waits for its code, or for its turn. */
export const isWaiting = (): boolean => waiting > 0;

/**
 * The code of an action once it has loaded, and once all have that were asked for before: what is done first happens
 * first, though its code may arrive later. What failed to load holds up nothing.
 */
export function inOrder<Code>(loading: Promise<Code>): Promise<Code> {
  waiting += 1;
  // That it failed is told when its turn comes.
  loading.catch(() => undefined);
  const turn = before.then(async () => {
    const code = await loading;
    // What has just loaded has held the page.
    await nextTask();
    return code;
  });
  const done = () => {
    waiting -= 1;
  };
  before = turn.then(done, done);
  return turn;
}

import type { Context } from 'hono';
import type { ServeEnv } from '../access/access';

/** Closes the connection of an answer whose client takes nothing of it for `ms`, so that it holds nothing for ever. */
export function endWhenStalled(c: Context<ServeEnv>, ms: number): void {
  const outgoing = c.env?.outgoing;
  outgoing?.setTimeout(ms, () => outgoing.destroy());
}

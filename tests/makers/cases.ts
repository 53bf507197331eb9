import type { Makers } from '../../e2e/servers/makers/server';
import type { Wanted } from './ask';

/** Requests that show a rule. */
export interface Case {
  /** Breaks the rule, and no other. */
  readonly broken: (server: Makers) => Promise<Wanted> | Wanted;
  /** Like it, but sound. */
  readonly sound: (server: Makers) => Promise<Wanted> | Wanted;
  /** What the refusal says. */
  readonly says: string;
}

/** Cases by the id of the rule. */
export type Cases = Readonly<Record<string, Case>>;

import type { Makers } from '../../e2e/servers/makers/server';
import type { Wanted } from './ask';

/** Requests that demonstrate a rule. */
export interface Case {
  /** Breaks the rule, and no other. */
  readonly broken: (server: Makers) => Promise<Wanted> | Wanted;
  /** Similar, but valid. */
  readonly sound: (server: Makers) => Promise<Wanted> | Wanted;
  /** The text of the refusal. */
  readonly says: string;
}

/** Cases by the id of the rule. */
export type Cases = Readonly<Record<string, Case>>;

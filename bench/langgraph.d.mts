// The types of langgraph.mjs, whose library is installed for the bench alone (bench/package.json).
import type { Spent } from './spent.mjs';

/** A run, and what its checkpoints keep of each node in memory. */
type Run = Spent & { readonly bytes: number };

export function measureLangGraphDag(n: number, needs: readonly (readonly number[])[]): Promise<Run>;
export function measureLangGraphSteps(n: number, heapUsed?: () => number): Promise<Run>;

import type { ForeignGraph } from '../foreign-graph';

/** What the drawing of a file gives. */
export type DrawnGraph = Pick<ForeignGraph, 'nodes' | 'edges' | 'inputs' | 'notes'>;

import type { ForeignSecret } from './foreign-graph';

/**
 * `exact`: the same result for the same input. `adapted`: it works, and differs as the line says. `dropped`: it does
 * nothing here.
 */
export type ImportMark = 'exact' | 'adapted' | 'dropped';

/** What became of one node, edge with a condition, setting, variable or note. */
export interface ReportLine {
  /** Where it stands in the file: `node:17190`, `variable:env.shop`. */
  readonly place: string;
  /** What it was, for a person. */
  readonly old: string;
  /** Paths in the workflow: `tasks.review`. Empty: nothing came of it. */
  readonly new: readonly string[];
  readonly mark: ImportMark;
  readonly why: string;
  /**
   * What a person does next. `command`: what of the editor leads there, and the task or field that it is about.
   * `script`: with what in JavaScript the task is written anew, where the code of the file cannot run in a page.
   */
  readonly todo?: {
    readonly label: string;
    readonly command?: { readonly name: 'open_task'; readonly path: string };
    readonly script?: string;
  };
}

/** How a dry run of the workflow went. */
interface DryRunCounts {
  readonly ran: number;
  readonly skipped: number;
  readonly failed: number;
  readonly problems: readonly string[];
}

/** What a real run would take, as its plan says. Least and most. */
interface RealRunFigures {
  readonly calls: { readonly low: number; readonly high: number };
  readonly costUsd: { readonly low: number; readonly high: number };
  /** Models whose price is not known: their calls cost more. */
  readonly unpriced: readonly string[];
  /** What the figures leave out, in words. */
  readonly uncounted: readonly string[];
  /** The models that are called, as `provider:name`. */
  readonly models: readonly string[];
  /** Whether the most of them is not known, as functions call one another. */
  readonly isCut?: true;
}

/** What became of a file of another program, line by line. One shape for every format. */
export interface ImportReport {
  readonly format: string;
  readonly version: string;
  /** Version of the reader. */
  readonly reader: string;
  /** What the file is, for a person. */
  readonly what: string;
  /** Of the nodes. */
  readonly counts: Readonly<Record<ImportMark, number>>;
  readonly lines: readonly ReportLine[];
  readonly secrets: readonly Pick<ForeignSecret, 'name' | 'where'>[];
  readonly warnings: readonly string[];
  readonly dryRun?: DryRunCounts;
  readonly realRun?: RealRunFigures;
}

const order: readonly ImportMark[] = ['dropped', 'adapted', 'exact'];

/** The lines with what is dropped first; within a mark they stay in order. */
export function sortLines(lines: readonly ReportLine[]): readonly ReportLine[] {
  return order.flatMap((mark) => lines.filter((line) => line.mark === mark));
}

/** How many nodes have each mark. */
export function countNodes(lines: readonly ReportLine[]): ImportReport['counts'] {
  const count = (mark: ImportMark) =>
    lines.filter((line) => line.mark === mark && line.place.startsWith('node:')).length;
  return { exact: count('exact'), adapted: count('adapted'), dropped: count('dropped') };
}

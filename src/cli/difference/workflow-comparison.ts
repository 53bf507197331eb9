import { compareDocuments } from '@/formats/compare-documents';
import type { PlanEstimate } from '@/plan/estimate/estimate';
import { type Diagnostic, formatPath } from '@/workflow/diagnostic';
import { type DocumentDiff, isSameMeaning } from '@/workflow/diff/document-diff';
import type { WorkflowDocument } from '@/workflow/document';

/** One side of a comparison: a workflow, and what a run of it takes. */
export interface ComparedWorkflow {
  /** As it was named on the command line. */
  readonly file: string;
  readonly document: WorkflowDocument;
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined: it cannot be planned. */
  readonly estimate: PlanEstimate | undefined;
}

/** How two workflows differ in meaning. */
export interface WorkflowComparison {
  readonly before: ComparedWorkflow;
  readonly after: ComparedWorkflow;
  readonly diff: DocumentDiff;
  /** Problems that only the later one has, and those that only the earlier one had. */
  readonly added: readonly Diagnostic[];
  readonly solved: readonly Diagnostic[];
}

/** Compares two workflows. Their notations, layout, order of keys and comments are no difference. */
export function compareWorkflows(before: ComparedWorkflow, after: ComparedWorkflow): WorkflowComparison {
  return {
    ...{ before, after, diff: compareDocuments(before.document, after.document) },
    added: listOthers(after.diagnostics, before.diagnostics),
    solved: listOthers(before.diagnostics, after.diagnostics),
  };
}

/** Whether a run of one is a run of the other. */
export const isSameWorkflow = ({ diff }: WorkflowComparison): boolean => isSameMeaning(diff);

/** The problems that the others do not hold, wherever in the text they stand. */
function listOthers(all: readonly Diagnostic[], others: readonly Diagnostic[]): readonly Diagnostic[] {
  const nameProblem = ({ code, message, path }: Diagnostic) => `${code} ${formatPath(path)} ${message}`;
  const held = new Set(others.map(nameProblem));
  return all.filter((one) => !held.has(nameProblem(one)));
}

import type { Notation } from '@/formats/notation';
import { formatIsoTime } from '@/run/iso-time';
import type { ServedWorkflow } from '../serve-options';

/** A workflow that came with a request, such as that of a page. */
export interface SentWorkflow {
  /** What it is called where it comes from; see {@link sentName}. */
  readonly name: string;
  readonly notation: Notation;
  readonly text: string;
}

/** Before the name of what was sent. No file of a served folder has a colon in its name. */
const prefix = 'sent:';

/** A name of a sent workflow: no path, so that it is no place in the folder. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: They are refused.
export const sentName = /^[^\\/:\u0000-\u001f]{1,200}$/;

/** By which the runs of what was sent under a name are listed. */
export function buildSentWorkflowId(name: string): string {
  return prefix + name;
}

/** Whether a workflow was sent, so that it is not in the folder. */
export function isSent(workflow: string): boolean {
  return workflow.startsWith(prefix);
}

/** What was sent, as if it were served. `now`: ms since 1970. */
export function createServedFromSent({ name, notation, text }: SentWorkflow, now: number): ServedWorkflow {
  return { name: buildSentWorkflowId(name), notation, text, updatedAt: formatIsoTime(now) };
}

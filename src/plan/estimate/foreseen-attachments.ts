import { findFixedPaths, selectAttachedFiles } from '../attachments/attached-paths';
import { buildAttachmentParts, type PromptFile } from '../attachments/attachment-parts';
import { estimateAttachmentTokens } from '../attachments/attachment-tokens';
import type { PlannedFile } from '../attachments/planned-files';
import type { PromptPart } from '../message';
import type { PlannedAtomic, PlannedAttachment } from '../plan';
import type { Range } from './estimate';
import { nothing, sumRanges } from './range';
import { estimateLeastTokensOfBytes, estimateMostTokensOfBytes } from './tokens-of-bytes';

/** The attachments of a task, as far as they are known before the run. */
export interface ForeseenAttachments {
  readonly parts: readonly PromptPart[];
  /** Tokens of the files by the rules for their model, and of the texts by their length. */
  readonly tokens: Range;
  /** Assumptions about what is known only in the run, for a person. */
  readonly assumed: readonly string[];
}

/** No attachments. */
const noAttachments: ForeseenAttachments = { parts: [], tokens: nothing, assumed: [] };

/** Estimates the attachments of a task from the existing files. */
export function foreseeAttachments(
  { attachments = [], model }: PlannedAtomic,
  files: readonly PlannedFile[],
): ForeseenAttachments {
  if (attachments.length === 0) return noAttachments;
  const promptFiles: PromptFile[] = [];
  const open: string[] = [];
  const tokens: Range[] = [];
  for (const attachment of attachments) {
    const own = selectAttachedFiles(attachment, files);
    const isNotGiven = typeof attachment === 'object' && 'from' in attachment && attachment.paths?.length === 0;
    if (own.length === 0 && !isNotGiven) open.push(formatAttachmentName(attachment));
    for (const { path, inspected } of own) {
      if (!inspected.ok) continue;
      const name = path.slice(1);
      // `ref` is empty because nothing is stored before the run.
      const file = { ...inspected.facts, name, ref: '' };
      const isText = file.kind === 'text';
      const ofFile = estimateAttachmentTokens(file, model);
      tokens.push(
        isText
          ? { low: estimateLeastTokensOfBytes(file.bytes), high: estimateMostTokensOfBytes(file.bytes) }
          : { low: ofFile, high: ofFile },
      );
      promptFiles.push({ file, from: [], ...(isText ? { text: `‹text of ${name}›` } : {}) });
    }
  }
  const assumed =
    open.length === 0 ? [] : [`attachments that are known only in the run are not counted: ${open.join(', ')}`];
  return { parts: buildAttachmentParts(promptFiles), tokens: sumRanges(tokens), assumed };
}

/** The name of an attachment for a person. */
function formatAttachmentName(attachment: PlannedAttachment): string {
  if (typeof attachment === 'object' && 'from' in attachment) return attachment.from;
  return findFixedPaths(attachment)[0] ?? String(attachment);
}

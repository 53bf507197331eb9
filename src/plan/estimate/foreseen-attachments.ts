import { pathGlob } from '@/workflow/path-glob';
import { fixedPath } from '../attachments/attached-paths';
import { attachmentParts, type ToldFile } from '../attachments/attachment-parts';
import { attachmentTokens } from '../attachments/attachment-tokens';
import type { PlannedFile } from '../attachments/planned-files';
import { untaken } from '../attachments/untaken';
import type { PromptPart } from '../message';
import type { ModelCatalogue } from '../model-facts';
import type { ModelRef, PlannedAtomic } from '../plan';
import type { AttachmentProblem } from './estimate';
import { tokensOfBytes } from './tokens-of-bytes';

/** What the attachments of a task will be, as far as it is known before the run. */
export interface ForeseenAttachments {
  readonly parts: readonly PromptPart[];
  /** Of the files, and of the texts by their length. */
  readonly tokens: number;
  readonly problems: readonly AttachmentProblem[];
  /** What is known only in the run, for a person. */
  readonly assumed: readonly string[];
}

/** Foresees the attachments of a task from the files that there are. */
export function foreseeAttachments(
  { attachments = [], model, fallbacks = [] }: PlannedAtomic,
  files: readonly PlannedFile[],
  catalogue: Pick<ModelCatalogue, 'factsOf'>,
): ForeseenAttachments {
  const told: ToldFile[] = [];
  const problems: AttachmentProblem[] = [];
  const passedOver = new Set<ModelRef>();
  const open: string[] = [];
  let tokens = 0;
  for (const [index, attachment] of attachments.entries()) {
    const [fixed] = fixedPath(attachment);
    const fits = fixed === undefined ? undefined : pathGlob(fixed);
    const own = fits === undefined ? [] : files.filter(({ path }) => fits(path));
    if (own.length === 0)
      open.push(
        typeof attachment === 'object' && 'from' in attachment ? attachment.from : (fixed ?? String(attachment)),
      );
    for (const { path, inspected } of own) {
      const name = path.slice(1);
      const problem = inspected.ok
        ? untaken(name, inspected.facts, model, catalogue.factsOf(model))
        : inspected.problem;
      if (problem !== undefined) problems.push({ index, problem, fallback: false });
      if (!inspected.ok) continue;
      for (const one of fallbacks) {
        const why = untaken(name, inspected.facts, one, catalogue.factsOf(one));
        // One file is enough for it not to be called.
        if (why === undefined || passedOver.has(one)) continue;
        passedOver.add(one);
        problems.push({ index, problem: `${why} As a fallback it is passed over.`, fallback: true });
      }
      // Nothing is stored before the run.
      const file = { ...inspected.facts, name, ref: '' };
      const isText = file.kind === 'text';
      tokens += isText ? tokensOfBytes(file.bytes) : attachmentTokens(file, model);
      told.push({ file, from: [], ...(isText ? { text: `‹text of ${name}›` } : {}) });
    }
  }
  const assumed =
    open.length === 0 ? [] : [`attachments that are known only in the run are not counted: ${open.join(', ')}`];
  return { parts: attachmentParts(told), tokens, problems, assumed };
}

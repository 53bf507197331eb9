import type { Failure } from '@/base/errors';
import { type AppStores, useCheckpoints, useDocument, useStores, useView } from '@/state/context';
import { useAsked } from '@/state/use-asked';
import type { CompareBase } from '@/state/view-store';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { DocumentDiff } from '@/workflow/diff/document-diff';
import { invertDiff } from '@/workflow/diff/invert-diff';

/** The state of a comparison. `nothing`: there is no checkpoint yet. `unreadable`: the other text is not a workflow. */
export type Comparison =
  | { readonly status: 'nothing' | 'working' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'unreadable'; readonly problems: readonly Diagnostic[] }
  | { readonly status: 'ready'; readonly diff: DocumentDiff };

/** The base of the comparison: the chosen one, otherwise a draft that waits, otherwise the newest checkpoint. */
export function useCompareBase(): CompareBase | undefined {
  const chosen = useView(({ screen }) => (screen.at === 'compare' ? screen.with : undefined));
  const draft = useView((state) => state.workflow.draft);
  const newest = useCheckpoints((state) => state.checkpoints?.[0]?.revision);
  if (chosen !== undefined) return chosen;
  if (draft !== undefined) return { kind: 'draft', draft };
  return newest === undefined ? undefined : { kind: 'checkpoint', revision: newest };
}

/**
 * Compares the open workflow with a base, again after each change. The earlier result stays until the new one is ready.
 */
export function useComparison(base: CompareBase | undefined): Comparison {
  const stores = useStores();
  const text = useDocument((state) => state.text);
  const isLoaded = useCheckpoints((state) => state.checkpoints !== undefined);
  // `keyOf` stands for `base`, which is a new object at each render.
  const { value, failure } = useAsked(
    [stores, base && getBaseKey(base), text],
    base && (() => compareWithBase(stores, base)),
  );
  if (base === undefined) return { status: isLoaded ? 'nothing' : 'working' };
  if (failure !== undefined) return { status: 'failed', failure };
  return value ?? { status: 'working' };
}

function getBaseKey(base: CompareBase): unknown {
  switch (base.kind) {
    case 'checkpoint':
      return base.revision;
    case 'file':
      return base.file;
    case 'draft':
      return base.draft;
  }
}

async function compareWithBase(stores: AppStores, base: CompareBase): Promise<Comparison> {
  switch (base.kind) {
    case 'checkpoint':
      return compareText(stores, await stores.checkpoints.actions.text(base.revision));
    case 'file':
      return base.file.status === 'sound'
        ? compareText(stores, base.file.text)
        : { status: 'unreadable', problems: base.file.diagnostics };
    case 'draft': {
      const found = await compareText(stores, base.draft.text);
      return found.status === 'ready' ? { ...found, diff: invertDiff(found.diff) } : found;
    }
  }
}

async function compareText({ document, services }: AppStores, before: string): Promise<Comparison> {
  await document.actions.settled();
  const result = await services.documents.diff(before);
  return result.ok ? { status: 'ready', diff: result.value } : { status: 'unreadable', problems: result.error };
}

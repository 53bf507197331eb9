import { useCallback, useState } from 'react';
import type { Failure } from '@/base/errors';
import type { Planned } from '@/plan/planned';
import { useDocument, useStores } from '@/state/context';
import { useAsked } from '@/state/use-asked';

/** The state of the plan. The worker makes it; nothing is sent anywhere. */
export type PlanState =
  | { readonly status: 'working' }
  | { readonly status: 'ready'; readonly planned: Planned }
  | { readonly status: 'failed'; readonly failure: Failure };

/** Makes the plan of the open workflow, again after each change of it and on request. */
export function usePlanned(): { readonly state: PlanState; readonly again: () => void } {
  const { services, document } = useStores();
  const text = useDocument((state) => state.text);
  const [asked, setAsked] = useState(0);
  const { value, failure } = useAsked([services, document, text, asked], async (): Promise<PlanState> => {
    await document.actions.settled();
    return { status: 'ready', planned: await services.documents.plan(document.getState().id) };
  });
  const state: PlanState = failure === undefined ? (value ?? { status: 'working' }) : { status: 'failed', failure };
  return { state, again: useCallback(() => setAsked((n) => n + 1), []) };
}

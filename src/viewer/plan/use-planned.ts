import { useCallback, useEffect, useState } from 'react';
import { type Failure, toFailure } from '@/base/errors';
import type { Planned } from '@/plan/planned';
import { useDocument, useStores } from '@/state/context';

/** The state of the plan. The worker makes it; nothing is sent anywhere. */
export type PlanState =
  | { readonly status: 'working' }
  | { readonly status: 'ready'; readonly planned: Planned }
  | { readonly status: 'failed'; readonly failure: Failure };

/** Makes the plan of the open workflow, again after each change of it and on request. */
export function usePlanned(): { readonly state: PlanState; readonly again: () => void } {
  const { services, document } = useStores();
  const text = useDocument((state) => state.text);
  const [state, setState] = useState<PlanState>({ status: 'working' });
  const [asked, setAsked] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text and the request are what the plan is made for.
  useEffect(() => {
    let wanted = true;
    const take = (next: PlanState) => wanted && setState(next);
    document.actions
      .settled()
      .then(() => services.documents.plan(document.getState().id))
      .then(
        (planned) => take({ status: 'ready', planned }),
        (error: unknown) => take({ status: 'failed', failure: toFailure(error) }),
      );
    return () => {
      wanted = false;
    };
  }, [services, document, text, asked]);

  return { state, again: useCallback(() => setAsked((n) => n + 1), []) };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { type Failure, toFailure } from '@/base/errors';
import type { EstimateStep } from '@/plan/estimate/estimate';
import type { Planned } from '@/plan/planned';
import { useDocument, useStores } from '@/state/context';

/**
 * The state of the plan. The worker makes it; nothing is sent anywhere. `soFar`: what is known of a long one meanwhile,
 * or was when the person stopped it.
 */
export type PlanState =
  | { readonly status: 'working'; readonly soFar?: EstimateStep }
  | { readonly status: 'stopped'; readonly soFar?: EstimateStep }
  | { readonly status: 'ready'; readonly planned: Planned }
  | { readonly status: 'failed'; readonly failure: Failure };

interface PlanOfOpenWorkflow {
  readonly state: PlanState;
  readonly again: () => void;
  /** Ends the work; what is known so far stays. */
  readonly stop: () => void;
}

/**
 * Makes the plan of the open workflow, again after each change of it and on request. The earlier plan stays until the
 * new one is there.
 */
export function usePlanned(): PlanOfOpenWorkflow {
  const { services, document } = useStores();
  const text = useDocument((state) => state.text);
  const [asked, setAsked] = useState(0);
  const [state, setState] = useState<PlanState>({ status: 'working' });
  const work = useRef<AbortController>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: made anew for another text, and when it is asked for
  useEffect(() => {
    const own = new AbortController();
    const { signal } = own;
    work.current = own;
    setState((before) => (before.status === 'ready' ? before : { status: 'working' }));
    planInSteps().then(
      (planned) => !signal.aborted && setState({ status: 'ready', planned }),
      (error: unknown) => !signal.aborted && setState({ status: 'failed', failure: toFailure(error) }),
    );
    return () => own.abort();

    async function planInSteps(): Promise<Planned> {
      await document.actions.settled();
      let soFar: EstimateStep | undefined;
      const addStep = (step: EstimateStep) => {
        if (signal.aborted) return;
        const all = { ...step, tasks: { ...soFar?.tasks, ...step.tasks } };
        soFar = all;
        setState((before) => (before.status === 'ready' ? before : { status: 'working', soFar: all }));
      };
      const planned = await services.documents.planInSteps(document.getState().id, addStep, signal);
      if (!planned.ok || soFar === undefined) return planned;
      const { estimate } = planned;
      return { ...planned, estimate: { ...estimate, tasks: { ...soFar.tasks, ...estimate.tasks } } };
    }
  }, [services, document, text, asked]);
  return {
    state,
    again: useCallback(() => setAsked((n) => n + 1), []),
    stop: useCallback(() => {
      work.current?.abort();
      setState((before) => (before.status === 'working' ? { ...before, status: 'stopped' } : before));
    }, []),
  };
}

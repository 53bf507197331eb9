import { listPlanModels } from '@/plan/models-of-plan';
import { computeRunOutlook, type RunOutlook } from '@/run/line/run-outlook';
import { listTaskIds } from '@/workflow/document';
import type { DocumentStore } from './document-store';
import type { GivenInputsStore } from './given-inputs-store';
import type { OutlookStore } from './outlook-store';
import type { Services } from './services';

/** Above this number of tasks the outlook is left to the plan: working it out would keep the worker from typing. */
const mostTasks = 300;

/** How long a text has to rest before its outlook is asked for, in ms. */
const restMs = 1000;

/**
 * Keeps the outlook in the store as the open workflow changes, and what its runs are given. Nothing is sent anywhere.
 */
export function followOutlook(
  store: OutlookStore,
  document: DocumentStore,
  given: GivenInputsStore,
  { documents, checkProviders }: Pick<Services, 'documents' | 'checkProviders'>,
  rest: (ask: () => void) => () => void = (ask) => {
    const timer = setTimeout(ask, restMs);
    return () => clearTimeout(timer);
  },
): () => void {
  let cancel = () => {};
  let round = 0;

  const readOutlook = async (): Promise<RunOutlook | undefined> => {
    await document.actions.settled();
    const { id, document: opened, sync, diagnostics } = document.getState();
    const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
    const count = listTaskIds(opened).length;
    if (id === '' || sync === 'broken' || hasErrors || count === 0 || count > mostTasks) return undefined;
    const planned = await documents.plan(id);
    if (!planned.ok) return undefined;
    const checks = await checkProviders(listPlanModels(planned.plan), false);
    const missing = checks.filter(({ key }) => key === 'missing' || key === 'locked');
    return computeRunOutlook(planned, missing);
  };
  const askAgain = () => {
    cancel();
    const own = ++round;
    cancel = rest(() => {
      readOutlook().then(
        (outlook) => own === round && store.setState({ outlook, isCurrent: true }),
        // A worker that failed is told of elsewhere; the line then says less.
        () => own === round && store.setState({ outlook: undefined, isCurrent: true }),
      );
    });
  };
  const stop = document.subscribe((state, before) => {
    if (state.id === before.id && state.text === before.text) return;
    if (state.id !== before.id) store.setState({ outlook: undefined });
    store.setState({ isCurrent: false });
    askAgain();
  });
  const stopInputs = given.subscribe(({ values }, before) => {
    if (values !== before.values) askAgain();
  });
  askAgain();
  return () => {
    stop();
    stopInputs();
    cancel();
    round = -1;
  };
}

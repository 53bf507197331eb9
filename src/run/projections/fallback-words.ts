import type { Absence, EventOf } from '../events';
import type { JournalPath } from '../journal-path';
import type { CallRecord } from '../run-state';

const reasons: { readonly [K in Absence]: string } = {
  gone: 'it is gone',
  overloaded: 'it is overloaded',
  rate_limit: 'its rate limit is reached',
  network: 'its server cannot be reached',
  cut_off: 'its answer was cut off',
  refusal: 'it refused the content',
};

/**
 * Says that a task calls another model from here on: `openai:a is not used, as it is overloaded; anthropic:b is called
 * in its place`; and which models were passed over.
 */
export function formatFallback({ model = '', data: { to, why, passedOver = [] } }: EventOf<'model.fell_back'>): string {
  const taken = `${model} is not used, as ${reasons[why]}; ${to} is called in its place`;
  if (passedOver.length === 0) return taken;
  const cannot = passedOver.length === 1 ? 'does not take the attachments' : 'do not take the attachments';
  return `${taken}, as ${passedOver.join(' and ')} ${cannot}`;
}

/**
 * The model that answered last in an instance of a task, if the task names another one: `anthropic:b, in place of
 * openai:a`.
 */
export function findFallbackModel(calls: readonly CallRecord[], instance: JournalPath): string | undefined {
  const last = calls.findLast(({ kind, path }) => kind === 'model' && path.startsWith(`${instance}/`));
  return last?.insteadOf === undefined ? undefined : `${last.model}, in place of ${last.insteadOf}`;
}

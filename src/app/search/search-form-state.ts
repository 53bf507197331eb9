import { readNumber } from '@/base/read-number';
import type { QueryStatus, RunQuery, SearchedPlace } from '@/run/search/run-query';

/** What a person wrote into the form of the search. */
export interface SearchForm {
  readonly text: string;
  readonly place: SearchedPlace | '';
  readonly task: string;
  readonly status: QueryStatus | '';
  readonly model: string;
  readonly costFrom: string;
  readonly costTo: string;
  readonly tag: string;
  readonly starred: boolean;
  /** Only runs of the open workflow. */
  readonly onlyOpen: boolean;
}

/** A form without any condition. */
export const emptyForm: SearchForm = {
  text: '',
  place: '',
  task: '',
  status: '',
  model: '',
  costFrom: '',
  costTo: '',
  tag: '',
  starred: false,
  onlyOpen: false,
};

/** Why an amount cannot be read; undefined: it can, or is empty. */
export function findCostProblem(written: string): string | undefined {
  if (written.trim() === '' || readCost(written) !== undefined) return undefined;
  return 'Write an amount in USD, such as 0.25';
}

/** The query of a form, for the open workflow; amounts that cannot be read count as empty. */
export function buildQuery(form: SearchForm, openWorkflow: string): RunQuery {
  const { text, place, task, status, model, tag, starred, onlyOpen } = form;
  const [costFrom, costTo] = [readCost(form.costFrom), readCost(form.costTo)];
  return {
    ...(text.trim() !== '' && { text }),
    ...(place !== '' && { place }),
    ...(task.trim() !== '' && { task }),
    ...(status !== '' && { status }),
    ...(model.trim() !== '' && { model }),
    ...(tag.trim() !== '' && { tag }),
    ...(starred && { starred }),
    ...(onlyOpen && openWorkflow !== '' && { workflowId: openWorkflow }),
    ...(costFrom !== undefined && { costFrom }),
    ...(costTo !== undefined && { costTo }),
  };
}

function readCost(written: string): number | undefined {
  const cost = readNumber(written.replace('$', ''));
  return cost >= 0 && Number.isFinite(cost) ? cost : undefined;
}

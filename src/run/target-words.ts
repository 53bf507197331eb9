import type { RunTarget, RunTargets, TargetKind } from '@/plan/partial/run-targets';
import { formatInstance } from './instance-label';

const words: { readonly [K in TargetKind]: (names: string) => string } = {
  only: (names) => `Only ${names}`,
  from: (names) => `From ${names} on`,
  until: (names) => `Up to ${names}`,
};

/** Most tasks that are named. */
const most = 3;

/** Which part of the workflow a run ran: `Only write`, `From loop/write (round 3) on`, `Up to read and sort`. */
export function formatTargets({ kind, tasks }: RunTargets): string {
  const names = tasks.slice(0, most).map(formatTarget);
  const more = tasks.length - names.length;
  const all = more > 0 ? [...names, `${more} more`] : names;
  const last = all.at(-1) ?? '';
  return words[kind](all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${last}` : last);
}

function formatTarget({ task, instance }: RunTarget): string {
  const where = instance === undefined ? '' : formatInstance(instance);
  return where === '' ? task : `${task} (${where})`;
}

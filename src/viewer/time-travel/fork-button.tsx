import GitBranchPlus from 'lucide-react/icons/git-branch-plus';
import { type MouseEvent, useState } from 'react';
import { toFailure } from '@/base/errors';
import type { ForkWish } from '@/run/runner';
import { useStores } from '@/state/context';
import { forkRun, hasChanged, presentPlan } from '@/state/run-actions';
import { Button } from '@/ui/button';
import { MenuAt, type MenuEntry } from '@/ui/menu';
import { notify } from '@/ui/toast';
import styles from './time-travel-bar.module.css';

/** What a fork costs. */
const promise = 'What came before is taken from the log, at no cost';

/**
 * Forks the run that is shown from an event of it; without one, from its end. Where the workflow has changed since, a menu asks whether as
 * it ran or as it is now.
 */
export function ForkButton({ seq }: { readonly seq: number | undefined }) {
  const stores = useStores();
  const [menu, setMenu] = useState<{ readonly x: number; readonly y: number }>();
  const [busy, setBusy] = useState(false);

  const fork = async (asItIs: boolean) => {
    const { executionId } = stores.run.getState();
    if (executionId === undefined || busy) return;
    setBusy(true);
    try {
      const wish: ForkWish = { executionId, ...(seq === undefined ? {} : { seq }) };
      await forkRun(stores, asItIs ? { ...wish, plan: await presentPlan(stores) } : wish);
    } catch (error) {
      const { message, advice } = toFailure(error);
      notify({ tone: 'error', title: message, detail: advice });
    } finally {
      setBusy(false);
    }
  };
  const ask = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const { executionId } = stores.run.getState();
    if (executionId === undefined) return;
    if (await hasChanged(stores, executionId)) setMenu({ x: left, y: top });
    else await fork(false);
  };
  const entries: readonly MenuEntry[] = [
    { kind: 'item', label: 'As it ran', onSelect: () => void fork(false) },
    { kind: 'item', label: 'With the workflow as it is now', onSelect: () => void fork(true) },
  ];
  return (
    <>
      <span className={styles.note}>{promise}</span>
      <Button size="s" title={promise} icon={<GitBranchPlus />} disabled={busy} onClick={(event) => void ask(event)}>
        {seq === undefined ? 'Fork from the end' : 'Fork from here'}
      </Button>
      <MenuAt at={menu} label="How to fork" entries={entries} onClose={() => setMenu(undefined)} />
    </>
  );
}

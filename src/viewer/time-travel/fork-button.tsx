import GitBranchPlus from 'lucide-react/icons/git-branch-plus';
import { type MouseEvent, useState } from 'react';
import { useStores } from '@/state/context';
import { forkPresent, forkRun, hasChanged } from '@/state/run-actions';
import { useAttempt } from '@/ui/attempt';
import { Button } from '@/ui/form/button';
import { MenuAt, type MenuEntry } from '@/ui/overlay/menu';
import styles from './time-travel-bar.module.css';

/** What a fork costs. */
const promise = 'What came before is taken from the log, at no cost';

/**
 * Forks the shown run from one of its events; without one, from its end. If the workflow has changed since, a menu asks
 * whether to use it as it ran or as it is now.
 */
export function ForkButton({ seq }: { readonly seq: number | undefined }) {
  const stores = useStores();
  const [menu, setMenu] = useState<{ readonly x: number; readonly y: number }>();
  const { busy, start } = useAttempt();

  const fork = async (asItIs: boolean, holds = false) => {
    const { executionId } = stores.run.getState();
    if (executionId === undefined || busy) return;
    const wish = { executionId, ...(seq === undefined ? {} : { seq }), ...(holds && { holds }) };
    await start(() => (asItIs ? forkPresent : forkRun)(stores, wish));
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
    {
      kind: 'item',
      label: 'With the workflow as it is now',
      detail: 'what changed is asked again',
      onSelect: () => void fork(true),
    },
    {
      kind: 'item',
      label: 'With the workflow as it is now, from here on',
      detail: 'what came before is kept',
      onSelect: () => void fork(true, true),
    },
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

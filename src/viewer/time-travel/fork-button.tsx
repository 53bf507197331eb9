import GitBranchPlus from 'lucide-react/icons/git-branch-plus';
import { type MouseEvent, useMemo, useState } from 'react';
import { defined } from '@/base/defined';
import type { ForkOutline } from '@/run/runner';
import { useRun, useRuns, useStores, useView } from '@/state/context';
import { forkPresent, forkRun, hasChanged } from '@/state/start-and-fork';
import { useForkFigures } from '@/state/use-fork-forecast';
import { useAttempt } from '@/ui/attempt';
import { IconButton } from '@/ui/form/icon-button';
import { MenuAt, type MenuEntry } from '@/ui/overlay/menu';

/** Of a fork of a dry run with the workflow as it is now. */
const nothingFromDry = 'all asked again: nothing is taken from a dry run';

/**
 * Forks the shown run from one of its events; without one, from its end. It says before what the fork takes and asks.
 * If the workflow has changed since, a menu asks whether to use it as it ran or as it is now.
 */
export function ForkButton({ seq }: { readonly seq: number | undefined }) {
  const stores = useStores();
  const [menu, setMenu] = useState<{ readonly x: number; readonly y: number }>();
  const { busy, start } = useAttempt();
  const at = useView((state) => state.preferences.runsAt?.name);
  const outlines = useOutlines(seq, menu !== undefined);
  const isDry = useShownDry();
  const asItRan = useForkFigures(outlines.asItRan);
  const asItIs = useForkFigures(outlines.asItIs);
  const fromHereOn = useForkFigures(outlines.fromHereOn);

  const fork = async (isPresent: boolean, holds = false) => {
    const { executionId } = stores.run.getState();
    if (executionId === undefined || busy) return;
    const wish = { executionId, ...defined({ seq, holds: holds || undefined }) };
    await start(() => (isPresent ? forkPresent : forkRun)(stores, wish));
  };
  const askFork = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const { executionId } = stores.run.getState();
    if (executionId === undefined) return;
    if (await hasChanged(stores, executionId)) setMenu({ x: left, y: top });
    else await fork(false);
  };
  const entries: readonly MenuEntry[] = [
    { kind: 'item', label: 'As it ran', detail: asItRan, onSelect: () => void fork(false) },
    {
      kind: 'item',
      label: 'With the workflow as it is now',
      detail: isDry ? nothingFromDry : (asItIs ?? 'what changed is asked again'),
      onSelect: () => void fork(true),
    },
    // What a dry run made up is no start for a run of the workflow.
    ...(isDry
      ? []
      : [
          {
            kind: 'item' as const,
            label: 'With the workflow as it is now, from here on',
            detail: fromHereOn ?? 'what came before is kept',
            onSelect: () => void fork(true, true),
          },
        ]),
  ];
  const place = at === undefined ? '' : `, at ${at}`;
  const figures = asItRan === undefined ? '' : ` · ${asItRan}`;
  return (
    <>
      <IconButton
        size="s"
        label={`${seq === undefined ? 'Fork from the end' : 'Fork from here'}${place}${figures}`}
        icon={<GitBranchPlus />}
        disabled={busy}
        onClick={(event) => void askFork(event)}
      />
      <MenuAt at={menu} label="How to fork" entries={entries} onClose={() => setMenu(undefined)} />
    </>
  );
}

/** Whether the shown run is a dry run. */
function useShownDry(): boolean {
  const executionId = useRun((state) => state.executionId);
  return useRuns(({ entries }) => entries.find(({ id }) => id === executionId)?.isDry === true);
}

interface Outlines {
  readonly asItRan?: ForkOutline;
  readonly asItIs?: ForkOutline;
  readonly fromHereOn?: ForkOutline;
}

/** The forks that can be made. Those of a changed workflow only while the menu asks. */
function useOutlines(seq: number | undefined, asks: boolean): Outlines {
  const executionId = useRun((state) => state.executionId);
  const last = useRun((state) => (state.present.status === 'running' ? undefined : state.present.seq));
  return useMemo((): Outlines => {
    const upTo = seq ?? last;
    if (executionId === undefined || upTo === undefined) return {};
    const from = { executionId, seq: upTo };
    const asItRan = { ...from, plan: 'own' as const };
    if (!asks) return { asItRan };
    const present = { ...from, plan: 'present' as const };
    return { asItRan, asItIs: present, fromHereOn: { ...present, holds: true } };
  }, [executionId, seq, last, asks]);
}

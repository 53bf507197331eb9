import BookmarkCheck from 'lucide-react/icons/bookmark-check';
import Download from 'lucide-react/icons/download';
import GitCompare from 'lucide-react/icons/git-compare';
import GitFork from 'lucide-react/icons/git-fork';
import Info from 'lucide-react/icons/info';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Share from 'lucide-react/icons/share';
import Star from 'lucide-react/icons/star';
import Tag from 'lucide-react/icons/tag';
import Trash2 from 'lucide-react/icons/trash-2';
import { useMemo } from 'react';
import type { ForkOutline, RunEntry } from '@/run/runner';
import { type AppStores, useRuns, useStores, useView } from '@/state/context';
import { chooseRun } from '@/state/run-actions';
import { findEarlierRun, findRunName } from '@/state/runs-store';
import { useForkFigures } from '@/state/use-fork-forecast';
import { selectTasks } from '@/state/view/canvas';
import { askToKeep } from '@/state/view/keep-as-test';
import { openInspector } from '@/state/view/panels';
import { openDialog, openScreen } from '@/state/view/screens';
import { planSide } from '@/state/view-store';
import type { MenuEntry } from '@/ui/overlay/menu';
import { useServerMoves } from '../servers/use-server-moves';
import { toggleStar } from './annotate-run';
import { forkAndShow, repeatRun, saveRunFile } from './run-use-cases';

/**
 * The actions on a run, for the menu of its row and of its header. `isOpen`: it is, or was before, so it says what a
 * fork would ask.
 */
export function useRunMenu(id: string | undefined, isOpen: boolean): readonly MenuEntry[] {
  const stores = useStores();
  const fromEnd = useRuns(({ entries }) => entries.find((entry) => entry.id === id)?.lastSeq);
  const outline = useMemo<ForkOutline | undefined>(
    () => (id === undefined || fromEnd === undefined || !isOpen ? undefined : { executionId: id, plan: 'present' }),
    [id, fromEnd, isOpen],
  );
  const figures = useForkFigures(outline);
  const moves = useServerMoves(id, isOpen);
  const at = useView((state) => state.preferences.runsAt && `at ${state.preferences.runsAt.name}`);
  return id === undefined ? [] : runMenu(stores, id, { at, figures }, moves);
}

function runMenu(
  stores: AppStores,
  id: string,
  { at, figures }: { readonly at: string | undefined; readonly figures: string | undefined },
  moves: readonly MenuEntry[],
): readonly MenuEntry[] {
  const { view, runs } = stores;
  const { entries } = runs.getState();
  const entry = entries.find((one) => one.id === id);
  const isStarred = entry?.annotations?.starred === true;
  const isDry = entry?.isDry === true;
  const compared = findEarlierRun(entries, id);
  return [
    {
      kind: 'item',
      label: 'Run again as it was',
      icon: <RotateCcw />,
      detail: [at, 'all tasks'].filter(Boolean).join(', '),
      onSelect: () => void repeatRun(stores, id),
    },
    {
      kind: 'item',
      label: 'Fork with the workflow as it is now',
      icon: <GitFork />,
      detail: [at, isDry ? 'all tasks' : figures].filter(Boolean).join(', ') || undefined,
      onSelect: () => void forkAndShow(stores, { executionId: id }, 'present'),
    },
    ...(compared === undefined
      ? []
      : [
          {
            kind: 'item' as const,
            label: `Compare with ${findRunName(entries, compared.first).toLowerCase()}`,
            icon: <GitCompare />,
            onSelect: () => openScreen(view, { at: 'compare-runs', runs: compared }),
          },
        ]),
    {
      kind: 'item',
      label: 'Compare with the plan',
      icon: <GitCompare />,
      onSelect: () => openScreen(view, { at: 'compare-runs', runs: { first: planSide, second: id } }),
    },
    // Always there, so that nothing moves under the pointer when the run ends.
    {
      kind: 'item',
      label: 'Keep as a test',
      icon: <BookmarkCheck />,
      disabled: !canKeep(entry),
      onSelect: () => askToKeep(view, id),
    },
    {
      kind: 'item',
      label: isStarred ? 'Remove the star' : 'Star',
      icon: <Star />,
      shortcut: 'S',
      onSelect: () => void toggleStar(stores, id),
    },
    {
      kind: 'item',
      label: 'Tags and note',
      icon: <Tag />,
      onSelect: () => requestAnimationFrame(() => openDialog(view, { name: 'annotate-run', executionId: id })),
    },
    { kind: 'item', label: 'Describe', icon: <Info />, onSelect: () => describeRun(stores, id) },
    { kind: 'separator' },
    {
      kind: 'item',
      label: 'Share this run',
      icon: <Share />,
      onSelect: () => requestAnimationFrame(() => openDialog(view, { name: 'share-run', executionId: id })),
    },
    {
      kind: 'item',
      label: 'Export the recording',
      icon: <Download />,
      onSelect: () => void saveRunFile(stores, id, true),
    },
    {
      kind: 'item',
      label: 'Export without long texts',
      icon: <Download />,
      onSelect: () => void saveRunFile(stores, id, false),
    },
    ...moves,
    { kind: 'separator' },
    {
      kind: 'item',
      label: 'Delete',
      icon: <Trash2 />,
      danger: true,
      // The dialog opens after the menu has closed and given the focus back.
      onSelect: () => requestAnimationFrame(() => openDialog(view, { name: 'delete-run', executionId: id })),
    },
  ];
}

/** Shows the description of a whole run in the inspector. */
export function describeRun(stores: AppStores, id: string): void {
  chooseRun(stores, id);
  selectTasks(stores.view, []);
  openInspector(stores.view, { whole: 'run' });
}

/** Whether a test can be made of a run: it came to its end, and what it gave is not made up. */
function canKeep(entry: RunEntry | undefined): boolean {
  return entry !== undefined && entry.isDry !== true && (entry.status === 'completed' || entry.status === 'failed');
}

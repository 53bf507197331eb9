import Ellipsis from 'lucide-react/icons/ellipsis';
import Layers from 'lucide-react/icons/layers';
import Pin from 'lucide-react/icons/pin';
import SkipForward from 'lucide-react/icons/skip-forward';
import SquarePlay from 'lucide-react/icons/square-play';
import { useMemo } from 'react';
import { formatCostAfter } from '@/base/figures';
import { useForecast, useStores } from '@/state/context';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { Menu, type MenuEntry, MenuList, type OpenMenuProps } from '@/ui/overlay/menu';
import { formatTaskLabel } from '@/workflow/document';
import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment, type TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import { isPinned } from '@/workflow/tasks/pin';
import { mayAskModel } from '@/workflow/tasks/traits';
import { formatActionLabel, getActionKeys, isEnabled } from '../actions/action';
import { getAction } from '../actions/actions';
import { useAction } from '../actions/use-action';
import { usePartFigures, usePartForecasts } from '../canvas/menus/use-part-figures';
import { useInstance } from '../canvas/nodes/use-task-badge';
import styles from './inspector.module.css';

const only = ['only'] as const;

/** What can be done with the selected task: run it, see what it was sent, pin it, and the rest in a menu. */
export function TaskRunRow({ id, task }: { readonly id: TaskPath; readonly task: Task }) {
  const [runThis, runFrom] = [useAction('run-only'), useAction('run-from')];
  const [sent, pin] = [useAction('what-told'), useAction('pin')];
  const hasFailed = useInstance(id)?.status === 'failed';
  const price = usePrice(id);
  return (
    <div className={styles.runRow} role="toolbar" aria-label="This task">
      <span>
        {hasFailed && (
          <Button size="s" icon={<SkipForward />} disabled={!runFrom.enabled} onClick={runFrom.run}>
            <span className={styles.cut}>Run from {formatTaskLabel(formatSegment(getLastSegment(id)), task)}</span>
          </Button>
        )}
        <Button
          size="s"
          variant={hasFailed ? 'ghost' : 'default'}
          icon={<SquarePlay />}
          disabled={!runThis.enabled}
          onClick={runThis.run}
        >
          Run this {price !== undefined && <span className={styles.price}>{formatCostAfter('≈', price)}</span>}
        </Button>
        {mayAskModel(task) && (
          <Button size="s" variant="ghost" icon={<Layers />} disabled={!sent.enabled} onClick={sent.run}>
            What it was sent
          </Button>
        )}
        <Button size="s" variant="ghost" icon={<Pin />} disabled={!pin.enabled} onClick={pin.run}>
          {isPinned(task) ? 'Remove the pin' : 'Pin'}
        </Button>
      </span>
      <Menu
        label="More for this task"
        align="end"
        trigger={<IconButton size="s" label="More for this task" icon={<Ellipsis />} />}
        Open={MoreMenu}
      />
    </div>
  );
}

/** What *Run this* may cost in USD, as far as an earlier run tells. */
function usePrice(id: TaskPath): number | undefined {
  // The forecast is another after each edit and each run that may have changed it.
  const forecast = useForecast((state) => state.forecast);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object for each question
  const when = useMemo(() => (forecast === undefined ? undefined : {}), [id, forecast]);
  const found = usePartForecasts(when, only)?.only;
  return found === undefined || found.asked === 0 ? undefined : (found.costUsd ?? undefined);
}

/** Ids of the actions in the menu; an empty one is a line. */
const more = [
  ...[
    'run-from',
    'run-until',
    '',
    'wrap-director',
    'what-if',
    'breakpoint',
    'disable',
    '',
    'rename',
    'duplicate',
    'find-fitting',
  ],
  ...['export-tasks', '', 'delete'],
];

/** The rest of what can be done with the task, each by what it would do now. */
function MoreMenu(props: OpenMenuProps) {
  const stores = useStores();
  const figures = usePartFigures(1);
  const partTexts: { readonly [id: string]: string | undefined } = {
    'run-from': figures.from,
    'run-until': figures.until,
  };
  const entries = more.map((id): MenuEntry => {
    if (id === '') return { kind: 'separator' };
    const action = getAction(id);
    return {
      kind: 'item',
      label: formatActionLabel(action, stores),
      shortcut: getActionKeys(action, stores.view.getState().preferences.ownKeys)[0],
      detail: partTexts[id],
      danger: id === 'delete',
      disabled: !isEnabled(action, stores),
      onSelect: () => void action.run(stores),
    };
  });
  return <MenuList {...props} entries={entries} />;
}

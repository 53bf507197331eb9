import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import History from 'lucide-react/icons/history';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useState } from 'react';
import { formatClock, formatCost, formatTokens } from '@/base/figures';
import { isUnfinished } from '@/run/is-unfinished';
import { formatTakenOver } from '@/run/projections/taken-over-words';
import { countTasksDone } from '@/run/tasks-done';
import { computeWallTime, formatWorkTime } from '@/run/time-taken';
import { useRun, useRuns, useStores } from '@/state/context';
import { canLookBack, chooseRun } from '@/state/run-actions';
import { findRunNumber, runName } from '@/state/runs-store';
import { travelToEvent } from '@/state/time-travel';
import { Chip } from '@/ui/display/chip';
import { StatusRing } from '@/ui/display/status-ring';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { Menu } from '@/ui/overlay/menu';
import { useNow } from '@/ui/use-now';
import { runStatusWords } from '@/viewer/run-description/run-words';
import { useRunPlace } from '../servers/use-run-place';
import styles from './run-header.module.css';
import { useRunMenu } from './run-menu';
import { repeatRun, saveRunFile } from './run-use-cases';

/** Above the canvas: which run is shown, its figures, and its actions. Empty if no run is shown. */
export default function RunHeader() {
  const stores = useStores();
  const { run, services } = stores;
  const id = useRun((state) => state.executionId);
  const status = useRun((state) => state.present.status);
  const started = useRun((state) => state.present.seq > 0);
  const hasBar = useRun(canLookBack);
  const entries = useRuns((state) => state.entries);
  const number = findRunNumber(entries, id);
  const [newest] = entries;
  const isDry = entries.find((entry) => entry.id === id)?.isDry === true;
  const [isMenuUsed, setIsMenuUsed] = useState(false);
  const menu = useRunMenu(id, isMenuUsed);
  const { place } = useRunPlace();
  if (id === undefined || !started) return null;
  const { ring, word } = runStatusWords[status];
  const name = runName(number);
  const ended = !isUnfinished(status);
  return (
    <section className={styles.header} aria-label="The run that is shown">
      <StatusRing status={ring} size={14} label={word} />
      <span className={styles.name}>{name}</span>
      {isDry && <Chip>Dry run</Chip>}
      {place && <Chip className={styles.place}>at {place.server.name}</Chip>}
      <Figures />
      {newest !== undefined && newest.id !== id && number !== undefined && (
        <Button
          variant="ghost"
          size="s"
          icon={<ArrowUpToLine />}
          aria-label="Show the newest run"
          onClick={() => chooseRun(stores, newest.id)}
        >
          <span className={styles.wide}>Newest</span>
        </Button>
      )}
      <span className={styles.gap} />
      {!ended && !hasBar && (
        <IconButton
          size="s"
          label="Look back"
          icon={<History />}
          onClick={() => void travelToEvent(run, services.runner, run.getState().present.seq)}
        />
      )}
      {ended && (
        <>
          <Button
            variant="ghost"
            size="s"
            className={styles.wide}
            icon={<Download />}
            onClick={() => void saveRunFile(stores, id, true)}
          >
            Recording
          </Button>
          <Button size="s" className={styles.wide} icon={<RotateCcw />} onClick={() => void repeatRun(stores, id)}>
            Run again as it was
          </Button>
        </>
      )}
      <Menu
        label={`Actions of ${name.toLowerCase()}`}
        align="end"
        entries={menu}
        onOpen={() => setIsMenuUsed(true)}
        trigger={<IconButton size="s" label={`Actions of ${name.toLowerCase()}`} icon={<Ellipsis />} />}
      />
    </section>
  );
}

/** Duration, calls, tokens and cost. */
function Figures() {
  const run = useRun((state) => state.present);
  const { startedAt, status } = run;
  const { calls, inputTokens, outputTokens, costUsd, unpricedCalls } = useRun((state) => state.present.totals);
  const takenOver = useRun((state) => state.present.takenOver);
  const now = useNow(status === 'running');
  const soFar = startedAt !== undefined && status === 'running' ? now - Date.parse(startedAt) : undefined;
  const took = computeWallTime(run) ?? soFar;
  const figures = [
    took !== undefined && formatClock(took),
    formatWorkTime(run, formatClock),
    isUnfinished(status) &&
      `${countTasksDone(run).toLocaleString('en')} of ${run.taskCount.toLocaleString('en')} tasks`,
    calls === 1 ? '1 call' : `${calls.toLocaleString('en')} calls`,
    calls > 0 && formatTokens(inputTokens + outputTokens).replace(/tok$/, 'tokens'),
    calls > unpricedCalls && `${formatCost(costUsd)}${unpricedCalls > 0 ? ' or more' : ''}`,
    takenOver.calls > 0 && formatTakenOver(takenOver),
  ].filter((text) => typeof text === 'string');
  return <span className={styles.figures}>{figures.join(' · ')}</span>;
}

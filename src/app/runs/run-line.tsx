import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import ExternalLink from 'lucide-react/icons/external-link';
import FlaskConical from 'lucide-react/icons/flask-conical';
import History from 'lucide-react/icons/history';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import StepForward from 'lucide-react/icons/step-forward';
import { type ReactNode, useState } from 'react';
import { builtInProviders } from '@/providers/built-in-providers';
import {
  formatRunSentence,
  type LabelledAction,
  type RunLine,
  type RunLineAction,
  type RunLineState,
} from '@/run/line/run-line';
import { useRun, useStores } from '@/state/context';
import { canLookBack, isRunning } from '@/state/run-actions';
import { travelToEvent } from '@/state/time-travel';
import { StatusRing } from '@/ui/display/status-ring';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { Menu, type MenuEntry } from '@/ui/overlay/menu';
import { useRunPlace } from '../servers/use-run-place';
import { getMarkRing } from '../tab/mark-rings';
import { performRunLineAction } from './perform-run-line-action';
import styles from './run-line.module.css';
import { useRunMenu } from './run-menu';
import { useRunLine } from './use-run-line';

/** States whose line has a colour of its own, and that colour. */
const tones: { readonly [K in RunLineState]?: 'running' | 'failed' | 'paused' | 'stale' } = {
  running: 'running',
  waits: 'paused',
  paused: 'paused',
  problems: 'failed',
  budget: 'failed',
  key: 'paused',
  failed: 'failed',
  stale: 'stale',
};

/** The signs of what goes on, stops or opens; the other actions are words alone. */
const actionIcons: { readonly [K in RunLineAction['kind']]?: ReactNode } = {
  pause: <Pause />,
  resume: <Play />,
  'go-on': <Play />,
  run: <Play />,
  'run-from': <StepForward />,
  answer: <CornerDownLeft />,
  'open-result': <ExternalLink />,
  'save-result': <Download />,
};

const getLabel = (id: string) => builtInProviders.find((provider) => provider.id === id)?.label ?? id;

/** Under the top bar, always: how the run is in one sentence, its figures, and what can be done now. */
export function RunLineBar() {
  const { place } = useRunPlace();
  const line = useRunLine({ place: place ? `at ${place.server.name}` : undefined, getLabel, isTicking: true });
  const sentence = formatRunSentence(line);
  return (
    <section
      className={styles.line}
      aria-label="The run that is shown"
      data-state={line.state}
      data-tone={tones[line.state]}
      data-dry={line.isDry || undefined}
    >
      <LineSign line={line} />
      <p className={styles.sentence} title={sentence}>
        <strong className={styles.lead}>{line.lead}</strong> <Said line={line} />
      </p>
      <span className={styles.figures}>{line.figures.join(' · ')}</span>
      {line.quiet && <LineButton action={line.quiet} isQuiet />}
      {line.main && <LineButton action={line.main} />}
      <RunActions name={line.figures[0] ?? 'Run'} />
    </section>
  );
}

function LineSign({ line: { isDry, state, mark } }: { readonly line: RunLine }) {
  if (isDry) return <FlaskConical className={styles.flask} role="img" aria-label="Dry run" />;
  const isOwn = state === 'problems' || state === 'budget';
  return <StatusRing status={isOwn ? 'failed' : getMarkRing(mark)} />;
}

/** The text of the line, with its name in bold. */
function Said({ line: { text, strong } }: { readonly line: RunLine }) {
  const at = strong === undefined ? -1 : text.indexOf(strong);
  if (strong === undefined || at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <b>{strong}</b>
      {text.slice(at + strong.length)}
    </>
  );
}

function LineButton({ action, isQuiet = false }: { readonly action: LabelledAction; readonly isQuiet?: boolean }) {
  const stores = useStores();
  const [isBusy, setIsBusy] = useState(false);
  const perform = async () => {
    setIsBusy(true);
    await performRunLineAction(stores, action).finally(() => setIsBusy(false));
  };
  return (
    <Button
      size="s"
      variant={isQuiet ? 'ghost' : 'default'}
      icon={actionIcons[action.kind]}
      className={isQuiet ? styles.quiet : styles.main}
      disabled={isBusy}
      onClick={() => void perform()}
    >
      {action.label}
    </Button>
  );
}

/** What else can be done with the run that is shown. */
function RunActions({ name }: { readonly name: string }) {
  const { run, services } = useStores();
  const id = useRun((state) => (state.present.seq > 0 ? state.executionId : undefined));
  const canBegin = useRun((state) => isRunning(state) && !canLookBack(state));
  const [isUsed, setIsUsed] = useState(false);
  const menu = useRunMenu(id, isUsed);
  if (id === undefined) return null;
  const label = `Actions of ${name.toLowerCase()}`;
  const lookBack: MenuEntry = {
    kind: 'item',
    label: 'Look back',
    icon: <History />,
    onSelect: () => void travelToEvent(run, services.runner, run.getState().present.seq),
  };
  return (
    <Menu
      label={label}
      align="end"
      entries={canBegin ? [lookBack, { kind: 'separator' }, ...menu] : menu}
      onOpen={() => setIsUsed(true)}
      trigger={<IconButton size="s" label={label} icon={<Ellipsis />} />}
    />
  );
}

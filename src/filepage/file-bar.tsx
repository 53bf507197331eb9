import Download from 'lucide-react/icons/download';
import ExternalLink from 'lucide-react/icons/external-link';
import Link from 'lucide-react/icons/link';
import Lock from 'lucide-react/icons/lock';
import { useState } from 'react';
import { formatCost, formatCount, formatDuration, formatTokens } from '@/base/figures';
import { makeLineVisible } from '@/base/visible-text';
import { computeWallTime } from '@/run/time-taken';
import { formatPartNames } from '@/share/share-words';
import type { SharedFileHead } from '@/share/shared-file';
import { useRun, useRuns, useStores, useView } from '@/state/context';
import { chooseRun } from '@/state/run-actions';
import { findRunName } from '@/state/runs-store';
import { openScreen } from '@/state/view/screens';
import type { ComparedRuns } from '@/state/view-store';
import { Chip } from '@/ui/display/chip';
import { Mark } from '@/ui/display/mark';
import { downloadBlob } from '@/ui/download-blob';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { Segmented } from '@/ui/form/segmented';
import { writeClipboard } from '@/ui/write-clipboard';
import styles from './file-bar.module.css';
import { FindInRun } from './find-in-run';
import { handOver } from './hand-over';
import { buildEventHash, compareHash, type RunInFile } from './open-shared-run';

/** The longest title that is shown. */
const longestTitle = 200;

/** What the file is, and the ways out of it: a link to what is looked at, the run as a file, Heddle. */
export function FileBar({
  shared,
  onFind,
}: {
  readonly shared: RunInFile;
  readonly onFind: (isShown: boolean) => void;
}) {
  const { head } = shared;
  const facts = useFacts(head);
  return (
    <header className={styles.bar}>
      <Mark />
      <div className={styles.words}>
        <h1>{makeLineVisible(head.title, longestTitle)}</h1>
        <p>{facts.join(' · ')}</p>
      </div>
      {shared.compared && <WhatIsShown compared={shared.compared} />}
      {head.level === 'all' && <FindInRun onList={onFind} />}
      <Chip className={styles.chip}>
        <Lock aria-hidden="true" size={12} /> Read only, sends nothing
      </Chip>
      <CopyLink />
      {head.level === 'all' && (
        <IconButton label="Save the run as a file" icon={<Download />} onClick={() => void saveRun(shared)} />
      )}
      {head.address !== undefined && <OpenInHeddle shared={shared} address={head.address} />}
    </header>
  );
}

/** When the run was, and what it took. */
function useFacts({ takenOut, level, leftOut = [] }: SharedFileHead): readonly string[] {
  const run = useRun((state) => state.present);
  const took = computeWallTime(run);
  const { calls, inputTokens, outputTokens, costUsd } = run.totals;
  return [
    run.startedAt === undefined ? '' : formatDay(run.startedAt),
    took === undefined ? 'not finished' : formatDuration(took),
    formatCount(calls, 'call'),
    formatTokens(inputTokens + outputTokens),
    formatCost(costUsd),
    level === 'figures' ? 'figures only, all texts left out' : '',
    level === 'all' && leftOut.length > 0 ? `without ${formatPartNames(leftOut)}` : '',
    takenOut === 0 ? '' : `${formatCount(takenOut, 'place')} taken out`,
  ].filter((fact) => fact !== '');
}

function formatDay(iso: string): string {
  const when = new Date(iso);
  const day = when.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  return `${day}, ${when.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
}

async function saveRun({ head, readFile }: RunInFile): Promise<void> {
  const name = head.title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 80);
  downloadBlob(`${name || 'run'}.jsonl`, await readFile());
}

/** One of both runs, or what differs between them. */
function WhatIsShown({ compared: { first, second } }: { readonly compared: ComparedRuns }) {
  const stores = useStores();
  const entries = useRuns((state) => state.entries);
  const shown = useRun(({ executionId }) => executionId ?? second);
  const isCompared = useView(({ screen }) => screen.at === 'compare-runs');
  const show = (value: string) => {
    openScreen(stores.view, value === 'both' ? { at: 'compare-runs', runs: { first, second } } : { at: 'editor' });
    if (value !== 'both') chooseRun(stores, value);
  };
  const options = [first, second].map((id) => ({ value: id, label: findRunName(entries, id) }));
  return (
    <Segmented
      label="What is shown"
      value={isCompared ? 'both' : shown}
      options={[...options, { value: 'both', label: 'Compare' }]}
      onChange={show}
    />
  );
}

/** Copies the address of the file with what is looked at: the comparison, or the event, or the last one. */
function CopyLink() {
  const seq = useRun(({ travel, present }) => travel?.seq ?? present.seq);
  const executionId = useRun((state) => state.executionId);
  const isCompared = useView(({ screen }) => screen.at === 'compare-runs');
  const hash = isCompared ? compareHash : buildEventHash({ executionId }, seq);
  const [copied, setCopied] = useState<string>();
  if (hash === undefined) return null;
  const what = isCompared ? 'the comparison' : `event ${seq.toLocaleString('en')}`;
  const label = copied === hash ? 'Copied' : `Copy a link to ${what}`;
  const copy = async () => {
    await writeClipboard(location.href.replace(/#.*$/, '') + hash);
    setCopied(hash);
  };
  return <IconButton label={label} icon={<Link />} onClick={() => void copy()} />;
}

function OpenInHeddle({ shared, address }: { readonly shared: RunInFile; readonly address: string }) {
  const { host } = new URL(address);
  return (
    <Button
      variant="primary"
      icon={<ExternalLink />}
      title={`Opens ${host}, which asks before it takes the run`}
      onClick={() => handOver(shared, address)}
    >
      Open in Heddle
    </Button>
  );
}

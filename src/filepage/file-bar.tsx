import Download from 'lucide-react/icons/download';
import ExternalLink from 'lucide-react/icons/external-link';
import Link from 'lucide-react/icons/link';
import Lock from 'lucide-react/icons/lock';
import { useState } from 'react';
import { formatCost, formatCount, formatDuration, formatTokens } from '@/base/figures';
import { makeLineVisible } from '@/base/visible-text';
import { computeWallTime } from '@/run/time-taken';
import type { SharedFileHead } from '@/share/shared-file';
import { useRun } from '@/state/context';
import { Chip } from '@/ui/display/chip';
import { Mark } from '@/ui/display/mark';
import { downloadBlob } from '@/ui/download-blob';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { writeClipboard } from '@/ui/write-clipboard';
import styles from './file-bar.module.css';
import { FindInRun } from './find-in-run';
import { handOver } from './hand-over';
import type { RunInFile } from './open-shared-run';

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
function useFacts({ takenOut, level }: SharedFileHead): readonly string[] {
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

/** Copies the address of the file with the event that is looked at, or the last one. */
function CopyLink() {
  const seq = useRun(({ travel, present }) => travel?.seq ?? present.seq);
  const [copied, setCopied] = useState<number>();
  const label = copied === seq ? 'Copied' : `Copy a link to event ${seq.toLocaleString('en')}`;
  const copy = async () => {
    await writeClipboard(`${location.href.replace(/#.*$/, '')}#event=${seq}`);
    setCopied(seq);
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

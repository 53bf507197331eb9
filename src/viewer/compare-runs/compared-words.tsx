import { useState } from 'react';
import type { TextPart } from '@/base/diff-words';
import type { ComparedInstance } from '@/run/compare/compare-runs';
import type { ComparedText } from '@/run/compare/instance-texts';
import { formatInstance } from '@/run/instance-label';
import { useStores } from '@/state/context';
import type { ComparedRuns } from '@/state/view-store';
import { Note } from '@/ui/display/note';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { Button } from '@/ui/form/button';
import { Switch } from '@/ui/form/switch';
import { MarkedParts } from '@/ui/text/text-difference';
import { formatTaskLabel } from '@/workflow/document';
import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment } from '@/workflow/task-path';
import styles from './compared-runs.module.css';
import { openInRun } from './open-in-run';
import type { RunNames } from './run-names';
import { useComparedTexts } from './use-compared-texts';

interface ComparedWordsProps {
  readonly ids: ComparedRuns;
  readonly names: RunNames;
  readonly row: ComparedInstance;
}

/** The prompt and the output of one task, round or item in both runs, word by word. */
export function ComparedWords({ ids, names, row }: ComparedWordsProps) {
  const stores = useStores();
  const texts = useComparedTexts(ids, row);
  const [isBeside, setIsBeside] = useState(false);
  const where = formatInstance(row.path);
  return (
    <section className={styles.detail} aria-label="Words">
      <div className={styles.bar}>
        <h2>{formatTaskLabel(formatSegment(getLastSegment(row.taskPath)), { name: row.label })}</h2>
        <span className={styles.where}>{where}</span>
        <Switch label="Side by side" checked={isBeside} onChange={setIsBeside} />
        {(['first', 'second'] as const).map(
          (side) =>
            row[side] !== undefined && (
              <Button key={side} variant="ghost" size="s" onClick={() => openInRun(stores, ids[side], row)}>
                Open in {names[side].toLowerCase()}
              </Button>
            ),
        )}
      </div>
      <ScrollRegion className={styles.texts} label="Prompt and output in both runs">
        {texts === undefined ? null : 'failure' in texts ? (
          <Note tone="error" title="The texts could not be read.">
            {texts.failure.message}
          </Note>
        ) : (
          <>
            <Text title="Prompt" text={texts.prompt} names={names} isBeside={isBeside} />
            <Text title="Output" text={texts.output} names={names} isBeside={isBeside} />
          </>
        )}
      </ScrollRegion>
    </section>
  );
}

interface TextProps {
  readonly title: string;
  readonly text: ComparedText;
  readonly names: RunNames;
  readonly isBeside: boolean;
}

function Text({ title, text, names, isBeside }: TextProps) {
  const { status, parts, isStart } = text;
  return (
    <section aria-label={title}>
      <h3>
        {title} <span>{describeComparedText(text)}</span>
      </h3>
      {isStart && <p className={styles.where}>Only the start of this long text is compared.</p>}
      {status === 'changed' && isBeside ? (
        <div className={styles.beside}>
          <Side name={names.first} parts={parts.filter(({ kind }) => kind !== 'added')} />
          <Side name={names.second} parts={parts.filter(({ kind }) => kind !== 'removed')} />
        </div>
      ) : (
        (status === 'changed' || status === 'same') && <MarkedParts parts={parts} />
      )}
    </section>
  );
}

function Side({ name, parts }: { readonly name: string; readonly parts: readonly TextPart[] }) {
  return (
    <div>
      <h4>{name}</h4>
      <MarkedParts parts={parts} isWhole />
    </div>
  );
}

function describeComparedText({ status, added, removed }: ComparedText): string {
  switch (status) {
    case 'same':
      return 'the same in both';
    case 'changed':
      return `+${added.toLocaleString('en')} −${removed.toLocaleString('en')} words`;
    case 'gone':
      return 'is not stored in one of the runs, or no longer: an earlier run made the call, or it was cleaned up';
    case 'none':
      return 'none';
  }
}

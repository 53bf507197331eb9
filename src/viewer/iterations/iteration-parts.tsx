import { useState } from 'react';
import { cutToStart } from '@/base/start-of';
import type { IterationPart } from '@/run/event-data';
import { type IterationLog, noText } from '@/run/iteration-log';
import { getNearestTaskPath } from '@/run/journal-path';
import { Chip } from '@/ui/display/chip';
import { Note } from '@/ui/display/note';
import { FoldedRow } from '../tool-call/folded-row';
import { useTaskLabel } from '../use-task-label';
import styles from './iteration-list.module.css';
import { findCommandLine, findExitTone, formatExit } from './iteration-words';
import { StreamText } from './stream-text';

/** The most characters of a command in its row. */
const shownCommand = 200;

/** The tasks that ended in an iteration. A row unfolds to the command of one, and what it wrote. */
export function IterationParts({ log, label }: { readonly log: IterationLog; readonly label: string }) {
  const { parts, notes } = log;
  if (parts.length === 0) return null;
  const leftOut = Number(notes?.['parts_left_out'] ?? 0);
  return (
    <section className={styles.stream} aria-label="Parts">
      <h3 className={styles.caption}>Parts</h3>
      {leftOut > 0 && <p className={styles.quiet}>{leftOut.toLocaleString('en')} more are in the events.</p>}
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an iteration never change or move.
        <PartRow key={index} part={part} label={label} />
      ))}
    </section>
  );
}

function PartRow({ part, label }: { readonly part: IterationPart; readonly label: string }) {
  const [wasOpened, setWasOpened] = useState(false);
  const { label: task } = useTaskLabel(getNearestTaskPath(part.path));
  const tone = findExitTone(part.exitCode);
  const aside = (
    <>
      <Chip tone={tone === 'odd' ? 'paused' : tone}>{formatExit({ exitCode: part.exitCode, decidedBy: part })}</Chip>
      <span className={styles.start}>{cutToStart(findCommandLine(part.command?.text ?? '') ?? '', shownCommand)}</span>
    </>
  );
  return (
    <FoldedRow name={task} aside={aside} onOpen={() => setWasOpened(true)}>
      {wasOpened && <PartTexts part={part} task={task} label={`${label}, ${task}`} />}
    </FoldedRow>
  );
}

/** Read only once the row is unfolded, because long texts are in the store. */
function PartTexts({
  part,
  task,
  label,
}: {
  readonly part: IterationPart;
  readonly task: string;
  readonly label: string;
}) {
  const { command = noText, output, capture, stderr = noText, stderrCapture, error, prompt } = part;
  return (
    <div className={styles.body}>
      {error !== undefined && stderr.length === 0 && <Note tone="error" title={error.message} />}
      {prompt === undefined && (
        <StreamText title={`Command of ${task}`} payload={command} what="command" label={label} />
      )}
      <StreamText
        title={`Output of ${task}`}
        payload={output}
        capture={capture}
        what="output"
        label={label}
        empty="No output."
      />
      <StreamText
        title={`Standard error of ${task}`}
        payload={stderr}
        capture={stderrCapture}
        what="standard error"
        label={label}
        isError
      />
      {prompt !== undefined && (
        <StreamText title={`What ${task} was sent`} payload={prompt} what="prompt" label={label} />
      )}
    </div>
  );
}

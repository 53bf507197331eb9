import { formatBytes, formatCount } from '@/base/figures';
import type { DescribedRun } from '@/share/describe-run';
import { type SharePart, shareParts, textParts } from '@/share/share-parts';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import type { StoredRun } from './share-run';
import styles from './share-run-dialog.module.css';

interface PartsOfRunProps {
  readonly stored: StoredRun;
  readonly parts: ReadonlySet<SharePart>;
  readonly onChange: (parts: ReadonlySet<SharePart>) => void;
}

/** What of a run others will see: each part with its size, to be left out. */
export function PartsOfRun({ stored: { contents, sizes }, parts, onChange }: PartsOfRunProps) {
  const { tasks, events } = contents;
  const toggle = (part: SharePart, isIn: boolean) =>
    onChange(new Set(shareParts.filter((one) => (one === part ? isIn : parts.has(one)))));
  // What is told of others: a prompt has what it was made of.
  const isQuoted = parts.has('prompts') && !(parts.has('outputs') && parts.has('tools'));
  return (
    <>
      <p className={styles.always}>
        {formatCount(tasks, 'task')} and {formatCount(events, 'event')} <span>times, tokens, cost</span>
      </p>
      <ul className={styles.parts}>
        {shareParts.map((part) => (
          <li key={part}>
            <Checkbox
              label={formatPart(part, contents)}
              checked={parts.has(part)}
              disabled={sizes[part] === 0}
              onChange={(isIn) => toggle(part, isIn)}
            />
            <span>{formatBytes(sizes[part])}</span>
          </li>
        ))}
      </ul>
      {isQuoted && <p>Prompts quote outputs and results of tools: leave prompts out too, if nobody is to see these.</p>}
      <div className={styles.choices}>
        <Button size="s" onClick={() => onChange(new Set())}>
          Figures only
        </Button>
        <Button size="s" onClick={() => onChange(new Set(textParts))}>
          All texts
        </Button>
      </div>
    </>
  );
}

function formatPart(part: SharePart, { modelCalls, toolCalls, outputs, files }: DescribedRun): string {
  switch (part) {
    case 'prompts':
      return `Prompts of ${formatCount(modelCalls, 'call')}, inputs, the plan`;
    case 'outputs':
      return `${formatCount(outputs, 'output')}, answers, what errors say`;
    case 'tools':
      return `${formatCount(toolCalls, 'tool call')} with arguments`;
    case 'files':
      return files.length === 0 ? 'No files' : `${formatCount(files.length, 'file')}: ${listSome(files)}`;
  }
}

/** The most names of files that are told. */
const mostNames = 3;

function listSome(files: DescribedRun['files']): string {
  const names = files.slice(0, mostNames).map(({ name }) => name);
  return [...names, ...(files.length > mostNames ? [`${files.length - mostNames} more`] : [])].join(', ');
}

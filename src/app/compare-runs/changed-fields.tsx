import { useState } from 'react';
import type { Json } from '@/base/json';
import { shortenText } from '@/base/shortened';
import { patchTasks } from '@/editor/actions/patch-tasks';
import type { PlanChange } from '@/plan/plan-changes';
import { useDocument, useStores } from '@/state/context';
import { Button } from '@/ui/form/button';
import { TextDifference } from '@/ui/text/text-difference';
import { formatPath } from '@/workflow/diagnostic';
import { locateTask } from '@/workflow/task-path';
import { formatValue } from '../compare/value-text';
import { adoptField } from './adopt-field';
import styles from './compare-runs.module.css';
import type { RunNames } from './run-pickers';

/** Changes that are shown at first. */
const fewChanges = 3;

interface ChangedFieldsProps {
  readonly changes: readonly PlanChange[];
  readonly names: RunNames;
}

/** What differs in the workflows that the runs ran, field by field. A prompt or an option can be taken from a run. */
export function ChangedFields({ changes, names }: ChangedFieldsProps) {
  const [showsAll, setShowsAll] = useState(false);
  if (changes.length === 0) return null;
  const more = changes.length - fewChanges;
  return (
    <section className={styles.changes} aria-label="What differs in the workflow">
      <dl>
        {changes.slice(0, showsAll ? undefined : fewChanges).map((change) => (
          <Change key={`${change.task ?? ''} ${formatPath(change.path)}`} change={change} names={names} />
        ))}
      </dl>
      {more > 0 && (
        <Button variant="ghost" size="s" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show ${more} more`}
        </Button>
      )}
    </section>
  );
}

function Change({ change, names }: { readonly change: PlanChange; readonly names: RunNames }) {
  const { task, path, before, after } = change;
  return (
    <div>
      <dt>
        {formatFieldPath(formatPath(path))} {task === undefined ? 'of the workflow' : `of ${task}`}
      </dt>
      <dd>
        {typeof before === 'string' && typeof after === 'string' ? (
          <TextDifference before={before} after={after} />
        ) : (
          <>
            {before !== undefined && <del>{shortenText(formatValue(before))}</del>}{' '}
            {after !== undefined && <ins>{shortenText(formatValue(after))}</ins>}
          </>
        )}
      </dd>
      <dd className={styles.take}>
        <Take change={change} value={before} from={names.first} />
        <Take change={change} value={after} from={names.second} />
      </dd>
    </div>
  );
}

interface TakeProps {
  readonly change: PlanChange;
  readonly value: Json | undefined;
  readonly from: string;
}

/** Gives the task of the open workflow the value of a run, as one step of undo. */
function Take({ change, value, from }: TakeProps) {
  const stores = useStores();
  const { task = '' } = change;
  const found = useDocument(({ document }) => locateTask(document, task)?.task);
  const patch = found && adoptField(found, change, value);
  if (patch === undefined) return null;
  return (
    <Button variant="ghost" size="s" onClick={() => void patchTasks(stores, new Map([[task, patch]]), 'Change')}>
      Take from {from.toLowerCase()}
    </Button>
  );
}

/** The name of a planned field as words: `options.maxTokens` is `Max tokens`, `model.model` is `Model`. */
function formatFieldPath(path: string): string {
  const words = path
    .replace(/^(?:options|model)\./, '')
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

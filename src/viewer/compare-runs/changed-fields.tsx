import { type ComponentType, useState } from 'react';
import type { Json } from '@/base/json';
import { shortenText } from '@/base/shortened';
import type { PlanChange } from '@/plan/plan-changes';
import { Button } from '@/ui/form/button';
import { TextDifference } from '@/ui/text/text-difference';
import { formatPath } from '@/workflow/diagnostic';
import { formatValue } from '@/workflow/diff/value-text';
import styles from './compared-runs.module.css';
import type { RunNames } from './run-names';

/** Changes that are shown at first. */
const fewChanges = 3;

interface ChangedFieldsProps {
  readonly changes: readonly PlanChange[];
  readonly names: RunNames;
  readonly takeOffer: FieldTaker | undefined;
}

/** What differs in the workflows that the runs ran, field by field. A prompt or an option can be taken from a run. */
export function ChangedFields({ changes, names, takeOffer }: ChangedFieldsProps) {
  const [showsAll, setShowsAll] = useState(false);
  if (changes.length === 0) return null;
  const more = changes.length - fewChanges;
  return (
    <section className={styles.changes} aria-label="What differs in the workflow">
      <dl>
        {changes.slice(0, showsAll ? undefined : fewChanges).map((change) => (
          <Change
            key={`${change.task ?? ''} ${formatPath(change.path)}`}
            change={change}
            names={names}
            takeOffer={takeOffer}
          />
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

interface ChangeProps extends Omit<ChangedFieldsProps, 'changes'> {
  readonly change: PlanChange;
}

function Change({ change, names, takeOffer: Take }: ChangeProps) {
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
      {Take && (
        <dd className={styles.take}>
          <Take change={change} value={before} from={names.first} />
          <Take change={change} value={after} from={names.second} />
        </dd>
      )}
    </div>
  );
}

/** What is offered beside a value that a field had in a run: to take it into the open workflow. */
export type FieldTaker = ComponentType<{
  readonly change: PlanChange;
  readonly value: Json | undefined;
  /** The name of the run. */
  readonly from: string;
}>;

/** The name of a planned field as words: `options.maxTokens` is `Max tokens`, `model.model` is `Model`. */
function formatFieldPath(path: string): string {
  const words = path
    .replace(/^(?:options|model)\./, '')
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

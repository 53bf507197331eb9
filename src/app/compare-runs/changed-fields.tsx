import { useState } from 'react';
import { shortened } from '@/base/shortened';
import type { PlanChange } from '@/plan/plan-changes';
import { Button } from '@/ui/form/button';
import { TextDifference } from '@/ui/text/text-difference';
import { formatPath } from '@/workflow/diagnostic';
import { valueText } from '../compare/value-text';
import styles from './compare-runs.module.css';

/** Changes that are shown at first. */
const fewChanges = 3;

/** What differs in the workflows that the runs ran, field by field. */
export function ChangedFields({ changes }: { readonly changes: readonly PlanChange[] }) {
  const [showsAll, setShowsAll] = useState(false);
  if (changes.length === 0) return null;
  const more = changes.length - fewChanges;
  return (
    <section className={styles.changes} aria-label="What differs in the workflow">
      <dl>
        {changes.slice(0, showsAll ? undefined : fewChanges).map(({ task, path, before, after }) => (
          <div key={`${task ?? ''} ${formatPath(path)}`}>
            <dt>
              {fieldWords(formatPath(path))} {task === undefined ? 'of the workflow' : `of ${task}`}
            </dt>
            <dd>
              {typeof before === 'string' && typeof after === 'string' ? (
                <TextDifference before={before} after={after} />
              ) : (
                <>
                  {before !== undefined && <del>{shortened(valueText(before))}</del>}{' '}
                  {after !== undefined && <ins>{shortened(valueText(after))}</ins>}
                </>
              )}
            </dd>
          </div>
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

/** The name of a planned field as words: `options.maxTokens` is `Max tokens`, `model.model` is `Model`. */
function fieldWords(path: string): string {
  const words = path
    .replace(/^(?:options|model)\./, '')
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

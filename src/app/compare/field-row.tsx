import { Fragment } from 'react';
import type { Json } from '@/base/json';
import { shortenText } from '@/base/shortened';
import type { ComparedRow } from '@/ui/table/comparison-table';
import { TextDifference } from '@/ui/text/text-difference';
import { type DocumentPath, formatPath } from '@/workflow/diagnostic';
import type { FieldChange } from '@/workflow/diff/document-diff';
import { formatValue } from '@/workflow/diff/value-text';
import styles from './difference-table.module.css';

/** From this length in characters, two texts are shown as one with the changes marked. */
const longText = 40;

/** A field before and after. */
export function readFieldRow({ path, before, after }: FieldChange): ComparedRow {
  const isText = typeof before === 'string' && typeof after === 'string';
  return {
    key: formatPath(path),
    head: <PathText path={path} />,
    cells:
      isText && Math.max(before.length, after.length) >= longText
        ? [<TextDifference key="words" before={before} after={after} />]
        : [<Value key="before" value={before} />, <Value key="after" value={after} />],
  };
}

/** A path that can wrap between its parts. */
function PathText({ path }: { readonly path: DocumentPath }) {
  const parts = formatPath(path).split(/(?=[.[])/);
  const words = parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is named by its place alone
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
  return <span className={styles.path}>{words}</span>;
}

function Value({ value }: { readonly value: Json | undefined }) {
  if (value === undefined) return <span className={styles.none}>not set</span>;
  return <span className={styles.value}>{shortenText(formatValue(value))}</span>;
}

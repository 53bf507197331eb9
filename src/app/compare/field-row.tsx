import { Fragment } from 'react';
import type { Json } from '@/base/json';
import { shortenText } from '@/base/shortened';
import { TextDifference } from '@/ui/text/text-difference';
import { type DocumentPath, formatPath } from '@/workflow/diagnostic';
import type { FieldChange } from '@/workflow/diff/document-diff';
import styles from './difference-table.module.css';
import { formatValue } from './value-text';

/** From this length in characters, two texts are shown as one with the changes marked. */
const longText = 40;

/** A field before and after. */
export function FieldRow({ change: { path, before, after } }: { readonly change: FieldChange }) {
  const isText = typeof before === 'string' && typeof after === 'string';
  return (
    <tr>
      <th scope="row" className={styles.path}>
        <PathText path={path} />
      </th>
      {isText && Math.max(before.length, after.length) >= longText ? (
        <td colSpan={2}>
          <TextDifference before={before} after={after} />
        </td>
      ) : (
        <>
          <Value value={before} />
          <Value value={after} />
        </>
      )}
    </tr>
  );
}

/** A path that can wrap between its parts. */
function PathText({ path }: { readonly path: DocumentPath }) {
  const parts = formatPath(path).split(/(?=[.[])/);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is named by its place alone
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}

function Value({ value }: { readonly value: Json | undefined }) {
  if (value === undefined) return <td className={styles.none}>not set</td>;
  return <td className={styles.value}>{shortenText(formatValue(value))}</td>;
}

import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { cleanShownText } from '@/base/shown-text';
import { useDocument } from '@/state/context';
import { joinClassNames } from '@/ui/class-names';
import { TypeIcon } from '@/ui/display/type-tile';
import type { RowProps } from '@/ui/list/virtual-list';
import { taskTraits } from '@/workflow/tasks';
import { buildHeading, type FindItem, formatFieldName } from './find-items';
import styles from './find-panel.module.css';
import type { FindState } from './find-store';

interface FindRowProps {
  readonly item: FindItem;
  readonly row: RowProps;
  readonly isActive: boolean;
  readonly state: FindState;
}

/** A task with what was found in it, or an occurrence with the words around it and what would replace it. */
export function FindRow({ item, ...rest }: FindRowProps) {
  return item.kind === 'heading' ? <Heading item={item} {...rest} /> : <Occurrence item={item} {...rest} />;
}

type Of<K extends FindItem['kind']> = Omit<FindRowProps, 'item'> & {
  readonly item: Extract<FindItem, { readonly kind: K }>;
};

function Heading({ item: { first, count }, row, isActive }: Of<'heading'>) {
  const document = useDocument((state) => state.document);
  const { title, about, type } = buildHeading(document, first);
  return (
    <div
      {...row}
      role="treeitem"
      tabIndex={-1}
      aria-level={1}
      aria-expanded
      aria-selected={isActive}
      className={joinClassNames(row.className, styles.heading)}
    >
      {type !== undefined && <TypeIcon look={taskTraits[type]} />}
      <span className={styles.texts}>
        <span className={styles.name}>{cleanShownText(title)}</span>
        {about !== '' && <span className={styles.about}>{cleanShownText(about)}</span>}
      </span>
      <span className={styles.count}>{count}</span>
    </div>
  );
}

function Occurrence({ item: { row: found }, row, isActive, state }: Of<'found'>) {
  const { isReplacing, left, refused } = state;
  const { key, before, after, replaced } = found;
  const problem = isReplacing ? (refused.get(key) ?? found.problem) : undefined;
  const isChosen = problem === undefined && !left.has(key);
  return (
    <div
      {...row}
      role="treeitem"
      tabIndex={-1}
      aria-level={2}
      aria-selected={isActive}
      aria-checked={isReplacing ? isChosen : undefined}
      aria-disabled={problem !== undefined}
      className={joinClassNames(row.className, styles.found)}
    >
      {isReplacing && <span className={styles.box} data-box data-on={isChosen} aria-hidden="true" />}
      <span className={styles.texts}>
        <span className={styles.words}>
          {cleanShownText(clipBefore(before))}
          {isReplacing && isChosen ? (
            <>
              <del>{cleanShownText(found.found)}</del>
              <ins>{cleanShownText(replaced)}</ins>
            </>
          ) : (
            <mark>{cleanShownText(found.found)}</mark>
          )}
          {cleanShownText(after)}
        </span>
        {problem === undefined ? (
          <span className={styles.about}>{formatFieldName(found)}</span>
        ) : (
          <span className={styles.problem} title={problem}>
            <TriangleAlert aria-hidden="true" />
            {problem}
          </span>
        )}
      </span>
    </div>
  );
}

/** Most characters before what was found, so that it is seen in a narrow panel. */
const mostBefore = 18;

function clipBefore(before: string): string {
  return before.length <= mostBefore ? before : `…${before.slice(-mostBefore)}`;
}

import { type CSSProperties, Fragment, type ReactNode, useState } from 'react';
import { joinClassNames } from '../class-names';
import { FoldMark } from '../display/fold-mark';
import { ListBox } from '../list/list-box';
import { MoreButton } from '../list/more-button';
import styles from './comparison-table.module.css';
import { type Column, Table } from './table';

/** Something that is compared: what it is, and how it is on either side. */
export interface ComparedCells {
  readonly head: ReactNode;
  /** A cell for each further column. In a table, a single one has the width of all. */
  readonly cells: readonly ReactNode[];
}

/** The same as a row of a table. */
export interface ComparedRow extends ComparedCells {
  readonly key: string;
  /** What differs in it word by word, below the row once its head is pressed. */
  readonly words?: (() => ReactNode) | undefined;
  /** Both sides are the same: it is drawn paler. */
  readonly isSame?: boolean;
}

/** Rows that belong together, such as the fields of a task, under a title. */
export interface ComparedGroup {
  readonly title?: ReactNode;
  readonly rows: readonly ComparedRow[];
}

interface ComparisonTableProps<T> {
  /** That of what is compared, and those of its sides. */
  readonly columns: readonly Column[];
  readonly items: readonly T[];
  readonly getKey: (item: T) => string;
  /** How many are shown at first: thousands at once would be slow, and nobody would read them. */
  readonly first?: number;
  readonly className?: string | undefined;
  readonly children: (item: T) => ComparedGroup;
}

/** Items added by each press of the button, and shown at first. */
const pageSize = 100;

/** What is compared, row by row, under the names of its sides. */
export function ComparisonTable<T>({ first = pageSize, ...props }: ComparisonTableProps<T>) {
  const { columns, items, getKey, className, children } = props;
  const [shown, setShown] = useState(first);
  return (
    <>
      <Table columns={columns} className={joinClassNames(styles.table, className)}>
        {items.slice(0, shown).map((item) => (
          <Group key={getKey(item)} group={children(item)} columns={columns} />
        ))}
      </Table>
      <MoreButton variant="ghost" shown={shown} all={items.length} page={pageSize} onShow={setShown} />
    </>
  );
}

interface WithColumns {
  readonly columns: readonly Column[];
}

function Group({ group: { title, rows }, columns }: WithColumns & { readonly group: ComparedGroup }) {
  return (
    <tbody>
      {title !== undefined && (
        <tr>
          <th colSpan={columns.length} scope="rowgroup">
            <span className={styles.title}>{title}</span>
          </th>
        </tr>
      )}
      {rows.map((row) => (
        <Row key={row.key} row={row} columns={columns} />
      ))}
    </tbody>
  );
}

function Row({ row, columns }: WithColumns & { readonly row: ComparedRow }) {
  const [isOpen, setOpen] = useState(false);
  const { head, cells, words, isSame } = row;
  const isWhole = cells.length === 1 && columns.length > 2;
  return (
    <>
      <tr className={isSame ? styles.same : undefined}>
        <th scope="row">
          {words === undefined ? (
            head
          ) : (
            <button type="button" className={styles.head} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <FoldMark />
              {head}
            </button>
          )}
        </th>
        {cells.map((cell, index) => (
          <td
            key={columns[index + 1]?.name}
            colSpan={isWhole ? columns.length - 1 : undefined}
            data-number={columns[index + 1]?.isNumber}
          >
            {cell}
          </td>
        ))}
      </tr>
      {isOpen && words !== undefined && (
        <tr>
          <td colSpan={columns.length} className={styles.words}>
            {words()}
          </td>
        </tr>
      )}
    </>
  );
}

interface ComparisonListProps<T> {
  readonly label: string;
  /** That of what is compared, and those of its sides, with the width of each in CSS. */
  readonly columns: readonly (Column & { readonly width: string })[];
  readonly items: readonly T[];
  readonly getKey: (item: T) => string;
  readonly selected: T | undefined;
  readonly onSelect: (item: T) => void;
  readonly children: (item: T) => ComparedCells;
}

/** In px. */
const rowHeight = 28;

/** The same of any number of rows, of which one is chosen. */
export function ComparisonList<T>(props: ComparisonListProps<T>) {
  const { label, columns, items, getKey, selected, onSelect, children } = props;
  const widths = { '--columns': columns.map(({ width }) => width).join(' ') } as CSSProperties;
  return (
    <div className={styles.list} style={widths}>
      <div className={styles.columns} aria-hidden="true">
        {columns.map(({ name, isNumber }) => (
          <span key={name} data-number={isNumber}>
            {name}
          </span>
        ))}
      </div>
      <ListBox
        label={label}
        items={items}
        rowHeight={rowHeight}
        idOf={getKey}
        selected={selected && getKey(selected)}
        onSelect={onSelect}
        className={styles.rows}
        rowClassName={styles.row}
      >
        {(item) => {
          const { head, cells } = children(item);
          return (
            <>
              {head}
              {cells.map((cell, index) => (
                <Fragment key={columns[index + 1]?.name}>{cell}</Fragment>
              ))}
            </>
          );
        }}
      </ListBox>
    </div>
  );
}

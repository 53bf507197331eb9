import { Chip } from '@/ui/display/chip';
import { RowList } from './row-list';
import type { ToolRow } from './tool-rows';
import styles from './tools-screen.module.css';

interface ToolListProps {
  readonly label: string;
  readonly rows: readonly ToolRow[];
  /** Id of the selected one. */
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Said where there is none. */
  readonly empty: string;
}

/** Tools as a list: name, kind, hints, what it does, where it comes from, and how many use it. */
export function ToolList({ label, rows, selected, onSelect, empty }: ToolListProps) {
  return (
    <RowList
      label={label}
      rows={rows}
      idOf={(row) => row.id}
      nameOf={(row) => [row.label, row.kind, row.from, row.description].filter(Boolean).join(', ')}
      selected={selected}
      onSelect={(row) => onSelect(row.id)}
      empty={empty}
    >
      {(row) => (
        <>
          <span className={styles.line}>
            <span className={styles.name}>{row.label}</span>
            <Chip>{row.kind}</Chip>
            <HintChips row={row} />
            <span className={styles.gap} />
            <span className={styles.from}>{row.from}</span>
            {row.uses !== undefined && row.uses.length > 0 && (
              <span className={styles.used}>{row.uses.length === 1 ? '1 use' : `${row.uses.length} uses`}</span>
            )}
          </span>
          <span className={styles.about}>{row.description || silence(row)}</span>
        </>
      )}
    </RowList>
  );
}

/** What is said of a tool of which nothing is said. */
export function silence({ kind, isDeclared }: ToolRow): string {
  return kind === 'MCP' && isDeclared ? 'Its server says what it does.' : 'No description.';
}

/** What the server of a tool says of its effects, and whether the workflow has it. */
export function HintChips({ row: { hints = {}, declaredAs = [], isMissing } }: { readonly row: ToolRow }) {
  return (
    <>
      {hints.destructive === true && hints.readOnly !== true && <Chip tone="failed">Destructive</Chip>}
      {hints.readOnly === true && <Chip tone="ok">Read-only</Chip>}
      {isMissing === true && <Chip tone="paused">Not at its server</Chip>}
      {declaredAs.length > 0 && <Chip tone="accent">In this workflow</Chip>}
    </>
  );
}

import { Chip } from '@/ui/display/chip';
import { RowList } from './row-list';
import type { ToolRow } from './tool-rows';
import styles from './tools-screen.module.css';

interface ToolListProps {
  readonly label: string;
  readonly rows: readonly ToolRow[];
  /** Id of the selected tool. */
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Shown if there are none. */
  readonly empty: string;
}

/** Tools as a list: name, kind, hints, description, source, and number of users. */
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
          <span className={styles.about}>{row.description || describeSilence(row)}</span>
        </>
      )}
    </RowList>
  );
}

/** The text for a tool without a description. */
export function describeSilence({ kind, isDeclared }: ToolRow): string {
  return kind === 'MCP' && isDeclared ? 'Its server says what it does.' : 'No description.';
}

/** Hints of a tool's server about its effects, and whether the tool is in the workflow. */
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

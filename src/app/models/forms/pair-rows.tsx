import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import type { InputHTMLAttributes } from 'react';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { IconButton } from '@/ui/form/icon-button';
import { TextInput } from '@/ui/form/text-input';
import styles from '../panel/side-panel.module.css';

/** A name and its value as typed. */
export interface PairRow {
  /** Identifies the row. */
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

interface PairField extends Pick<InputHTMLAttributes<HTMLInputElement>, 'inputMode'> {
  readonly label: string;
  readonly placeholder: string;
}

interface PairRowsProps {
  readonly rows: readonly PairRow[];
  readonly onChange: (rows: readonly PairRow[]) => void;
  readonly fields: { readonly name: PairField; readonly value: PairField };
  /** The label of the button that adds a row. */
  readonly add: string;
  /** The label of the button that removes a row. */
  readonly removeLabel: (name: string) => string;
}

/** Rows of a name and a value, which can be added and removed. */
export function PairRows({ rows, onChange, fields, add, removeLabel }: PairRowsProps) {
  const setRow = (key: number, patch: Partial<PairRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...patch } : row)));
  const next = Math.max(0, ...rows.map(({ key }) => key)) + 1;
  return (
    <>
      {rows.map((row) => (
        <div key={row.key} className={styles.pair}>
          {(['name', 'value'] as const).map((part) => {
            const { label, ...input } = fields[part];
            return (
              <Field key={part} label={label}>
                <TextInput mono value={row[part]} onChange={(typed) => setRow(row.key, { [part]: typed })} {...input} />
              </Field>
            );
          })}
          <IconButton
            label={removeLabel(row.name)}
            icon={<X />}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          />
        </div>
      ))}
      <div>
        <Button size="s" icon={<Plus />} onClick={() => onChange([...rows, { key: next, name: '', value: '' }])}>
          {add}
        </Button>
      </div>
    </>
  );
}

/** Pairs as rows. */
export function createPairRows(pairs: Readonly<Record<string, string | number>> = {}): readonly PairRow[] {
  return Object.entries(pairs).map(([name, value], key) => ({ key, name, value: String(value) }));
}

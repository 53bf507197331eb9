import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { IconButton } from '@/ui/icon-button';
import { TextInput } from '@/ui/text-input';
import styles from './side-panel.module.css';

/** A header as it is typed. */
export interface HeaderRow {
  /** Only to tell rows apart. */
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

interface HeadersFieldsProps {
  readonly rows: readonly HeaderRow[];
  readonly onChange: (rows: readonly HeaderRow[]) => void;
  readonly error: string | undefined;
}

/** Headers that each request to a provider carries, such as those of a gateway. */
export function HeadersFields({ rows, onChange, error }: HeadersFieldsProps) {
  const set = (key: number, patch: Partial<HeaderRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...patch } : row)));
  const add = () => onChange([...rows, { key: Math.max(0, ...rows.map(({ key }) => key)) + 1, name: '', value: '' }]);
  return (
    <fieldset className={styles.headers}>
      <legend>Headers</legend>
      <p>
        Sent with each request, as gateways want them. A secret goes in as <code>{'{{secrets.NAME}}'}</code>, its value
        is given in Settings, under Secrets.
      </p>
      {rows.map(({ key, name, value }) => (
        <div key={key} className={styles.header}>
          <Field label="Header">
            <TextInput
              mono
              value={name}
              placeholder="x-portkey-config"
              onChange={(typed) => set(key, { name: typed })}
            />
          </Field>
          <Field label="Value">
            <TextInput
              mono
              value={value}
              placeholder="{{secrets.NAME}}"
              onChange={(typed) => set(key, { value: typed })}
            />
          </Field>
          <IconButton
            label={`Remove the header ${name}`.trim()}
            icon={<X />}
            onClick={() => onChange(rows.filter((row) => row.key !== key))}
          />
        </div>
      ))}
      {error !== undefined && <p role="alert">{error}</p>}
      <Button size="s" icon={<Plus />} onClick={add}>
        Add a header
      </Button>
    </fieldset>
  );
}

/** The headers of a provider as rows. */
export function headerRows(headers: Readonly<Record<string, string>> = {}): readonly HeaderRow[] {
  return Object.entries(headers).map(([name, value], key) => ({ key, name, value }));
}

/** The rows as headers; rows without a name say nothing. */
export function readHeaders(rows: readonly HeaderRow[]): Readonly<Record<string, string>> | undefined {
  const said = rows.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value.trim()]);
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

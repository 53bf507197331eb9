import styles from '../panel/side-panel.module.css';
import { type PairRow, PairRows } from './pair-rows';

interface HeadersFieldsProps {
  readonly rows: readonly PairRow[];
  readonly onChange: (rows: readonly PairRow[]) => void;
  readonly error: string | undefined;
}

/** Headers that every request to a provider carries, such as those of a gateway. */
export function HeadersFields({ rows, onChange, error }: HeadersFieldsProps) {
  return (
    <fieldset className={styles.headers}>
      <legend>Headers</legend>
      <p>
        Sent with each request. Some gateways need them. Write a secret as <code>{'{{secrets.NAME}}'}</code>; its value
        is entered in Settings, under Secrets.
      </p>
      <PairRows
        rows={rows}
        onChange={onChange}
        fields={{
          name: { label: 'Header', placeholder: 'x-portkey-config' },
          value: { label: 'Value', placeholder: '{{secrets.NAME}}' },
        }}
        add="Add a header"
        removeLabel={(name) => `Remove the header ${name}`.trim()}
      />
      {error !== undefined && <p role="alert">{error}</p>}
    </fieldset>
  );
}

/** The rows as headers; rows without a name are ignored. */
export function readHeaders(rows: readonly PairRow[]): Readonly<Record<string, string>> | undefined {
  const filled = rows.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value.trim()]);
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}

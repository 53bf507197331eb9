import { type FormEvent, useState } from 'react';
import { readNumber } from '@/base/read-number';
import { type ProviderConfig, windowsSchema } from '@/providers/provider-config';
import { Note } from '@/ui/display/note';
import { unsavedMark } from '@/ui/overlay/unsaved';
import { useApp } from '../../app-context';
import type { MakeChange } from '../../dialogs/use-reloaded';
import styles from '../panel/side-panel.module.css';
import { FormButtons } from './form-buttons';
import { createPairRows, type PairRow, PairRows } from './pair-rows';

interface WindowsFormProps {
  readonly provider: ProviderConfig;
  readonly change: MakeChange;
  readonly onDone: () => void;
}

/** A form for the context windows of a provider's models, where they are not known or differ from the usual. */
export function WindowsForm({ provider, change, onDone }: WindowsFormProps) {
  const { settings } = useApp();
  const [first] = useState<readonly PairRow[]>(() => createRows(provider.windows));
  const [rows, setRows] = useState(first);
  const [error, setError] = useState<string>();

  const submitWindows = async (event: FormEvent) => {
    event.preventDefault();
    const windows = windowsSchema.safeParse(readRows(rows));
    if (!windows.success) return setError('Name each model, or write *; tokens are a whole number, such as 8192.');
    const failed = await change(() => settings.saveWindows(provider.id, windows.data));
    if (failed !== undefined) return setError(failed);
    onDone();
  };

  return (
    <form {...unsavedMark(rows !== first)} className={styles.form} onSubmit={(event) => void submitWindows(event)}>
      <p>
        The tokens that a model can take, question and answer together. A call that would exceed it is not sent.{' '}
        <b>*</b> stands for all other models of {provider.label}; without it, what is known of them holds.
      </p>
      <PairRows
        rows={rows}
        onChange={setRows}
        fields={{
          name: { label: 'Model', placeholder: 'Its name, or *' },
          value: { label: 'Tokens', placeholder: '8192', inputMode: 'numeric' },
        }}
        add="Add a model"
        removeLabel={(name) => `Remove the window of ${name || 'this row'}`}
      />
      {error !== undefined && <Note tone="error">{error}</Note>}
      <FormButtons label="Save the windows" onCancel={onDone} />
    </form>
  );
}

function createRows(windows: ProviderConfig['windows']): readonly PairRow[] {
  const known = createPairRows(windows);
  return known.length > 0 ? known : [{ key: 0, name: '*', value: '' }];
}

/** Rows without tokens are ignored; thousands separators are allowed. */
function readRows(rows: readonly PairRow[]): Readonly<Record<string, number>> {
  const filled = rows.filter(({ value }) => value.trim() !== '');
  return Object.fromEntries(filled.map(({ name, value }) => [name.trim(), readNumber(value)]));
}

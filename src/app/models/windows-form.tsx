import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { type FormEvent, useState } from 'react';
import { type ProviderConfig, windowsSchema } from '@/providers/provider-config';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { IconButton } from '@/ui/icon-button';
import { Note } from '@/ui/note';
import { TextInput } from '@/ui/text-input';
import { useApp } from '../app-context';
import type { MakeChange } from '../dialogs/use-reloaded';
import styles from './side-panel.module.css';

interface WindowsFormProps {
  readonly provider: ProviderConfig;
  readonly change: MakeChange;
  readonly onDone: () => void;
}

interface Row {
  /** Only to tell rows apart. */
  readonly key: number;
  readonly model: string;
  readonly tokens: string;
}

/** Takes how many tokens the models of a provider can be sent, where that is not known or is other than usual. */
export function WindowsForm({ provider, change, onDone }: WindowsFormProps) {
  const { settings } = useApp();
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(provider.windows));
  const [error, setError] = useState<string>();
  const set = (key: number, patch: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...patch } : row)));
  const add = () => setRows([...rows, { key: Math.max(0, ...rows.map(({ key }) => key)) + 1, model: '', tokens: '' }]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const windows = windowsSchema.safeParse(readRows(rows));
    if (!windows.success) return setError('Name each model, or write *; tokens are a whole number, such as 8192.');
    const failed = await change(() => settings.saveWindows(provider.id, windows.data));
    if (failed !== undefined) return setError(failed);
    onDone();
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <p>
        The tokens that a model can take, question and answer together. A call that would be more is not sent. <b>*</b>{' '}
        stands for all other models of {provider.label}; without it, what is known of them holds.
      </p>
      {rows.map(({ key, model, tokens }) => (
        <div key={key} className={styles.window}>
          <Field label="Model">
            <TextInput
              mono
              value={model}
              placeholder="Its name, or *"
              onChange={(value) => set(key, { model: value })}
            />
          </Field>
          <Field label="Tokens">
            <TextInput
              mono
              inputMode="numeric"
              value={tokens}
              placeholder="8192"
              onChange={(value) => set(key, { tokens: value })}
            />
          </Field>
          <IconButton
            label={`Remove the window of ${model || 'this row'}`}
            icon={<X />}
            onClick={() => setRows(rows.filter((row) => row.key !== key))}
          />
        </div>
      ))}
      <div>
        <Button size="s" icon={<Plus />} onClick={add}>
          Add a model
        </Button>
      </div>
      {error !== undefined && <Note tone="error">{error}</Note>}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary">
          Set the windows
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function rowsOf(windows: ProviderConfig['windows'] = {}): readonly Row[] {
  const known = Object.entries(windows).map(([model, tokens], key) => ({ key, model, tokens: String(tokens) }));
  return known.length > 0 ? known : [{ key: 0, model: '*', tokens: '' }];
}

/** Rows without tokens say nothing; thousands may be parted. */
function readRows(rows: readonly Row[]): Readonly<Record<string, number>> {
  const said = rows.filter(({ tokens }) => tokens.trim() !== '');
  return Object.fromEntries(said.map(({ model, tokens }) => [model.trim(), Number(tokens.replace(/[\s,_]/g, ''))]));
}

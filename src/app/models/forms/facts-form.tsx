import { type FormEvent, useState } from 'react';
import type { InputKind, ModelFacts } from '@/plan/model-facts';
import type { OwnFacts } from '@/providers/catalogue/own-facts';
import { Note } from '@/ui/display/note';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { unsavedMark } from '@/ui/overlay/unsaved';
import { useApp } from '../../app-context';
import type { ModelsContext } from '../models-context';
import styles from '../panel/side-panel.module.css';
import { createFactsDraft, type FactsDraft, type FactsErrors, readDraft } from './facts-draft';
import { FormButtons } from './form-buttons';
import { useFacts } from './use-facts';

interface FactsFormProps extends ModelsContext {
  /** Undefined: a new model of the person's own, whose name the form asks for. */
  readonly model: string | undefined;
  /** Receives the name of the model whose facts were saved; undefined if none. */
  readonly onDone: (model: string | undefined) => void;
}

/** A form for a person's own facts about a model: prices, windows, capabilities, end date. */
export function FactsForm(props: FactsFormProps) {
  const { data, provider, model } = props;
  const known = useFacts(provider.id, model, data);
  const own = data.own.find((each) => each.provider === provider.id && each.model === model)?.facts;
  if (known === undefined) return null;
  return <Loaded {...props} known={known} own={own} />;
}

const kinds: readonly { readonly kind: InputKind; readonly label: string }[] = [
  { kind: 'image', label: 'Images' },
  { kind: 'pdf', label: 'PDF' },
  { kind: 'audio', label: 'Audio' },
];

function Loaded({
  model,
  provider,
  change,
  onDone,
  known,
  own,
}: FactsFormProps & { readonly known: Partial<ModelFacts>; readonly own: OwnFacts | undefined }) {
  const { models } = useApp();
  const [name, setName] = useState(model ?? '');
  const [first] = useState(() => createFactsDraft(own, known));
  const [draft, setDraft] = useState(first);
  const [errors, setErrors] = useState<FactsErrors>({});
  const [failed, setFailed] = useState<string>();
  const setDraftFields = (patch: Partial<FactsDraft>) => setDraft({ ...draft, ...patch });
  const submitFacts = async (event: FormEvent) => {
    event.preventDefault();
    const read = readDraft(draft, own, known);
    const isNamed = name.trim() !== '' && name.trim().length <= 200;
    const found = read.ok ? {} : read.error;
    setErrors(isNamed ? found : { ...found, name: 'Enter the name that the provider uses.' });
    if (!read.ok || !isNamed) return;
    const problem = await change(() => models.setOwn({ provider: provider.id, model: name.trim() }, read.value));
    if (problem === undefined) onDone(name.trim());
    else setFailed(problem);
  };
  const renderTextField = (
    field: Exclude<keyof FactsDraft, 'takes'>,
    label: string,
    placeholder: string,
    unit: string,
  ) => (
    <Field label={`${label}, ${unit}`} error={errors[field]}>
      <TextInput
        inputMode="decimal"
        value={draft[field]}
        placeholder={placeholder}
        onChange={(value) => setDraftFields({ [field]: value })}
      />
    </Field>
  );
  const { price, window, maxOutput, endsOn } = known;
  return (
    <form
      {...unsavedMark(draft !== first || name !== (model ?? ''))}
      className={styles.form}
      onSubmit={(event) => void submitFacts(event)}
    >
      <p>What you enter replaces what is known. An empty field keeps what is known.</p>
      {model === undefined && (
        <Field label="Name" error={errors.name} hint={`In workflows: ${provider.id}:${name.trim() || 'name'}`}>
          <TextInput mono value={name} autoFocus onChange={setName} />
        </Field>
      )}
      <div className={styles.two}>
        {renderTextField('input', 'Input', formatKnown(price?.inputPerMillion), '$ per 1M')}
        {renderTextField('output', 'Output', formatKnown(price?.outputPerMillion), '$ per 1M')}
        {renderTextField('cached', 'Cached input', formatKnown(price?.cacheReadPerMillion), '$ per 1M')}
      </div>
      <div className={styles.two}>
        {renderTextField('window', 'Window', formatKnown(window), 'tokens')}
        {renderTextField('maxOutput', 'Largest reply', formatKnown(maxOutput), 'tokens')}
      </div>
      <fieldset className={styles.kinds}>
        <legend>Takes, besides text</legend>
        {kinds.map(({ kind, label }) => (
          <Checkbox
            key={kind}
            label={label}
            checked={draft.takes.includes(kind)}
            onChange={(on) =>
              setDraftFields({
                takes: kinds
                  .map((each) => each.kind)
                  .filter((each) => (each === kind ? on : draft.takes.includes(each))),
              })
            }
          />
        ))}
      </fieldset>
      {renderTextField('endsOn', 'Ends on', endsOn ?? '2027-01-31', 'year-month-day')}
      {failed !== undefined && <Note tone="error">{failed}</Note>}
      <FormButtons label="Save the facts" onCancel={() => onDone(model)} />
    </form>
  );
}

function formatKnown(value: number | undefined): string {
  return value === undefined ? 'Not known' : value.toLocaleString('en', { maximumFractionDigits: 4 });
}

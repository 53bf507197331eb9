import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { Select } from '@/ui/form/select';
import { TextInput } from '@/ui/form/text-input';
import { useNearestName } from '../references/use-scope-names';
import type { FieldPath } from './field-path';
import styles from './fields.module.css';
import { InputTask } from './input-task';
import { createFreshName, renameKey } from './record-keys';
import { useField } from './use-field';
import { ValueInput } from './value-input';
import { findValueKind, type ValueKind, valueKinds } from './value-kinds';

interface NamedValuesProps {
  readonly path: FieldPath;
  readonly label: string;
  /** The noun for one of them, for the buttons: `input`. */
  readonly noun: string;
  /** The kinds that a value may have. A new value has the first. */
  readonly kinds: readonly [ValueKind, ...ValueKind[]];
  readonly placeholder?: string;
  /** The start of a new name; undefined: the noun. */
  readonly stem?: string;
}

/** Names with values: inputs, variables, returns, an environment. */
export function NamedValues({ path, label, noun, kinds, placeholder, stem = noun }: NamedValuesProps) {
  const { name: group, value, set, begin, refused } = useField(path);
  const record = (value ?? {}) as Readonly<Record<string, unknown>>;
  const names = Object.keys(record);
  const changeValues = (next: Readonly<Record<string, unknown>>): Promise<boolean> => {
    begin();
    return set(Object.keys(next).length === 0 ? undefined : next);
  };
  return (
    <fieldset name={group} className={`${styles.section} ${styles.plain}`} aria-label={label}>
      <div className={styles.caption}>
        {label}
        <Button
          size="s"
          variant="ghost"
          icon={<Plus />}
          onClick={() => changeValues({ ...record, [createFreshName(stem, names)]: valueKinds[kinds[0]].blank })}
        >
          Add {/^[aeio]/.test(noun) ? 'an' : 'a'} {noun}
        </Button>
      </div>
      {names.map((name, index) => (
        <NamedValue
          // biome-ignore lint/suspicious/noArrayIndexKey: a row stays the same one while its name is changed
          key={index}
          path={path}
          name={name}
          noun={noun}
          kinds={kinds}
          placeholder={placeholder ?? ''}
          onRename={(next) => changeValues(renameKey(record, name, next))}
          taken={(next) => next !== name && names.includes(next)}
          onRemove={() => changeValues(Object.fromEntries(Object.entries(record).filter(([other]) => other !== name)))}
        />
      ))}
      {refused !== undefined && <p className={styles.bad}>{refused}</p>}
    </fieldset>
  );
}

interface NamedValueProps {
  readonly path: FieldPath;
  readonly name: string;
  readonly noun: string;
  readonly kinds: readonly ValueKind[];
  readonly placeholder: string;
  readonly onRename: (name: string) => void;
  readonly taken: (name: string) => boolean;
  readonly onRemove: () => void;
}

function NamedValue({ path, name, noun, kinds, placeholder, onRename, taken, onRemove }: NamedValueProps) {
  const place: FieldPath = [...path, name];
  const { value, set, begin } = useField(place);
  const nearest = useNearestName();
  const kind = findValueKind(value, kinds);
  const several = kinds.length > 1;
  return (
    <div className={styles.value} data-kinds={several}>
      <FieldNameInput name={name} label={`Name of ${noun} ${name}`} taken={taken} onRename={onRename} />
      {several && (
        <Select
          label={`Kind of ${noun} ${name}`}
          value={kind}
          options={[...new Set([...kinds, kind])].map((one) => ({ value: one, label: valueKinds[one].label }))}
          onChange={(next) => {
            begin();
            void set(valueKinds[next].from(value, nearest));
          }}
        />
      )}
      {several && <IconButton size="m" label={`Remove ${name}`} icon={<X />} onClick={onRemove} />}
      {kind === 'task' ? (
        <InputTask name={name} />
      ) : (
        <ValueInput key={kind} path={place} kind={kind} label={`Value of ${noun} ${name}`} placeholder={placeholder} />
      )}
      {!several && <IconButton size="m" label={`Remove ${name}`} icon={<X />} onClick={onRemove} />}
    </div>
  );
}

interface FieldNameInputProps {
  readonly name: string;
  readonly label: string;
  readonly taken: (name: string) => boolean;
  readonly onRename: (name: string) => void;
}

/** A name changes when its typing is finished: on Enter, or when the field loses the focus. */
export function FieldNameInput({ name, label, taken, onRename }: FieldNameInputProps) {
  const [draft, setDraft] = useState<string>();
  const bad = draft !== undefined && (draft === '' || taken(draft));
  const commitName = (): void => {
    if (draft !== undefined && draft !== name && !bad) onRename(draft);
    setDraft(undefined);
  };
  return (
    <TextInput
      aria-label={label}
      aria-invalid={bad || undefined}
      value={draft ?? name}
      onChange={setDraft}
      onBlur={commitName}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commitName();
        if (event.key !== 'Escape' || draft === undefined) return;
        event.preventDefault();
        setDraft(undefined);
      }}
    />
  );
}

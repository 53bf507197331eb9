import { Select } from '@/ui/form/select';
import { FixButton } from '../../problems/fix-button';
import { useNearestName } from '../references/use-scope-names';
import type { FieldPath } from './field-path';
import styles from './fields.module.css';
import { useField } from './use-field';
import { ValueInput } from './value-input';
import { findValueKind, type ValueKind, valueKinds } from './value-kinds';

type OneKind = Exclude<ValueKind, 'task'>;

interface ValueFieldProps {
  readonly path: FieldPath;
  readonly label: string;
  readonly kinds: readonly [OneKind, ...OneKind[]];
  /** Labels of kinds that differ here from their usual ones. */
  readonly labels?: { readonly [K in OneKind]?: string };
  /** What applies while there is no value. */
  readonly unset: string;
  readonly placeholder?: string;
}

/** A value in one of several kinds, or none. */
export function ValueField({ path, label, kinds, labels = {}, unset, placeholder = '' }: ValueFieldProps) {
  const { name, value, set, begin, problem } = useField(path);
  const nearest = useNearestName();
  const kind = value === undefined ? undefined : (findValueKind(value, kinds) as OneKind);
  return (
    <fieldset name={name} className={`${styles.section} ${styles.plain}`} aria-label={label}>
      <div className={styles.caption}>{label}</div>
      <Select
        label={`Kind of ${label.toLowerCase()}`}
        value={kind ?? ''}
        options={[
          { value: '', label: unset },
          ...[...new Set([...kinds, ...(kind === undefined ? [] : [kind])])].map((one) => ({
            value: one,
            label: labels[one] ?? valueKinds[one].label,
          })),
        ]}
        onChange={(next) => {
          begin();
          void set(next === '' ? undefined : valueKinds[next as OneKind].from(value ?? '', nearest));
        }}
      />
      {kind !== undefined && <ValueInput key={kind} path={path} kind={kind} label={label} placeholder={placeholder} />}
      {problem && kind === undefined && <p className={styles.bad}>{problem.message}</p>}
      <FixButton fix={problem?.fix} />
    </fieldset>
  );
}

import CircleAlert from 'lucide-react/icons/circle-alert';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { defined } from '@/base/defined';
import styles from './field.module.css';

/** What ties a control to the field around it. */
export interface FieldControlProps {
  readonly id?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

const FieldContext = createContext<FieldControlProps>({});

/** For controls of the kit: the attributes that tie them to the {@link Field} around them, if any. */
export function useFieldControl(): FieldControlProps {
  return useContext(FieldContext);
}

interface FieldProps {
  readonly label: ReactNode;
  /** Beside the label: a button that explains the field. */
  readonly help?: ReactNode;
  /** Said under the control, always. */
  readonly hint?: ReactNode;
  /** What is wrong and what to do; marks the control as invalid. */
  readonly error?: string | undefined;
  /** One control of the kit. */
  readonly children: ReactNode;
}

/** A label, a control, and what is said under it, tied together for screen readers. */
export function Field({ label, help, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}hint`, error !== undefined && `${id}error`].filter(Boolean).join(' ');
  const control: FieldControlProps = {
    id,
    ...defined({ 'aria-describedby': described || undefined, 'aria-invalid': error === undefined ? undefined : true }),
  };
  return (
    <div className={styles.field} data-field>
      <span className={styles.head}>
        <label className={styles.label} id={`${id}label`} htmlFor={id}>
          {label}
        </label>
        {help}
      </span>
      <FieldContext.Provider value={control}>{children}</FieldContext.Provider>
      {error !== undefined && (
        <p className={styles.error} id={`${id}error`}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className={styles.hint} id={`${id}hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

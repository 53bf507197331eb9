import CircleAlert from 'lucide-react/icons/circle-alert';
import { createContext, type ReactNode, useContext, useId } from 'react';
import styles from './field.module.css';

/** Attributes that connect a control to its surrounding field. */
export interface FieldControlProps {
  readonly id?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

const FieldContext = createContext<FieldControlProps>({});

/** For controls of the kit: the attributes that connect them to the surrounding {@link Field}, if any. */
export function useFieldControl(): FieldControlProps {
  return useContext(FieldContext);
}

interface FieldProps {
  readonly label: ReactNode;
  /** Always shown under the control. */
  readonly hint?: ReactNode;
  /** The problem and what to do. It marks the control as invalid. */
  readonly error?: string | undefined;
  /** One control of the kit. */
  readonly children: ReactNode;
}

/** A label, a control, and the texts under it, connected for screen readers. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}hint`, error !== undefined && `${id}error`].filter(Boolean).join(' ');
  const control: FieldControlProps = {
    id,
    ...(described === '' ? {} : { 'aria-describedby': described }),
    ...(error === undefined ? {} : { 'aria-invalid': true }),
  };
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
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

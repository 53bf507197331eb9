import { cleanShownText } from '@/base/shown-text';
import styles from './fields.module.css';
import { NamedValues } from './named-values';
import { useField } from './use-field';
import { ValueField } from './value-field';

/** A parameter that gets a field of its own. */
export interface ArgumentRow {
  readonly name: string;
  /** What applies while there is no argument. */
  readonly unset: string;
  /** Shown in the empty field: the type, or what it is for. */
  readonly hint: string;
}

interface ArgumentFieldsProps {
  /** What is called, in a sentence. */
  readonly description: string | undefined;
  readonly parameters: readonly ArgumentRow[];
  /** The arguments of the task. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The arguments of a task that calls something: a field for each parameter. Arguments under other names are shown too,
 * so that they can be removed.
 */
export function ArgumentFields({ description, parameters, args = {} }: ArgumentFieldsProps) {
  const { problem } = useField(['args']);
  const known = new Set(parameters.map(({ name }) => name));
  const isOpen = parameters.length === 0 || Object.keys(args).some((name) => !known.has(name));
  return (
    <>
      {description !== undefined && <p className={styles.quiet}>{cleanShownText(description)}</p>}
      {parameters.map(({ name, unset, hint }) => (
        <ValueField
          key={name}
          path={['args', name]}
          label={name}
          kinds={['text', 'from', 'json']}
          unset={unset}
          placeholder={cleanShownText(hint)}
        />
      ))}
      {problem?.path.at(-1) === 'args' && <p className={styles.bad}>{problem.message}</p>}
      {isOpen && <NamedValues path={['args']} label="Arguments" noun="argument" kinds={['text', 'from', 'json']} />}
    </>
  );
}

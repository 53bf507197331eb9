import { useDocument } from '@/state/context';
import { builtinLibrary } from '@/workflow/builtin-library';
import { isBuiltinDefinition } from '@/workflow/builtin-names';
import type { Definition, WorkflowDocument } from '@/workflow/document';
import type { CallTask } from '@/workflow/tasks';
import styles from './fields.module.css';
import { NamedValues } from './named-values';
import { useField } from './use-field';
import { ValueField } from './value-field';

/**
 * The arguments of a call: a field for each parameter of the definition. Arguments that it does not know are shown, so
 * that they can be removed.
 */
export function ArgumentFields({ task }: { readonly task: CallTask }) {
  const { ref = '', args = {} } = task;
  const definition = useDocument(({ document }) => definitionOf(document, ref));
  const parameters = definition?.parameters ?? [];
  const { problem } = useField(['args']);
  const known = new Set(parameters.map(({ name }) => name));
  const isOpen = parameters.length === 0 || Object.keys(args).some((name) => !known.has(name));
  return (
    <>
      {definition?.description !== undefined && <p className={styles.quiet}>{definition.description}</p>}
      {parameters.map(({ name, type, default: value }) => (
        <ValueField
          key={name}
          path={['args', name]}
          label={name}
          kinds={['text', 'from', 'json']}
          unset={value === undefined ? 'Needed' : `Default: ${JSON.stringify(value)}`}
          placeholder={type ?? ''}
        />
      ))}
      {problem?.path.at(-1) === 'args' && <p className={styles.bad}>{problem.message}</p>}
      {isOpen && <NamedValues path={['args']} label="Arguments" noun="argument" kinds={['text', 'from', 'json']} />}
    </>
  );
}

/** A definition of the workflow, or one of those built into every library. */
function definitionOf({ library = {} }: WorkflowDocument, ref: string): Definition | undefined {
  if (Object.hasOwn(library, ref)) return library[ref];
  return isBuiltinDefinition(ref) ? builtinLibrary[ref] : undefined;
}

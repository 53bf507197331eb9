import { useMemo } from 'react';
import { encodeJson } from '@/base/json-text';
import { useDocument, useStores } from '@/state/context';
import { Button } from '@/ui/form/button';
import { builtinLibrary } from '@/workflow/builtin-library';
import { builtinDefinitions, isBuiltinDefinition } from '@/workflow/builtin-names';
import type { Definition, WorkflowDocument } from '@/workflow/document';
import { openFunction } from '../function/open-function';
import { CommonFields } from './common/common-fields';
import { TaskBasics } from './common/task-basics';
import { ArgumentFields } from './fields/argument-fields';
import { ChoiceField } from './fields/choice-field';
import { Section } from './fields/section';
import type { InspectorProps } from './inspector-props';

/** Inspector of a call of a definition of the library. */
export function CallInspector({ id, task }: InspectorProps<'call'>) {
  const library = useDocument(({ document }) => document.library);
  const options = useMemo(
    () =>
      [...new Set([...Object.keys(library ?? {}), ...builtinDefinitions])].map((name) => ({
        value: name,
        label: name,
      })),
    [library],
  );
  const stores = useStores();
  const { ref = '' } = task;
  const isOwn = Object.hasOwn(library ?? {}, ref);
  const definition = useDocument(({ document }) => findDefinition(document, task.ref ?? ''));
  const parameters = (definition?.parameters ?? []).map(({ name, type = '', default: value }) => ({
    name,
    unset: value === undefined ? 'Needed' : `Default: ${encodeJson(value)}`,
    hint: type,
  }));
  return (
    <>
      <Section>
        <ChoiceField path={['ref']} label="Definition" options={options} unset="Choose one" />
        {isOwn && (
          <div>
            <Button size="s" onClick={() => openFunction(stores, ref, id)}>
              Open {ref}
            </Button>
          </div>
        )}
        <ArgumentFields description={definition?.description} parameters={parameters} args={task.args} />
        <TaskBasics id={id} />
      </Section>
      <CommonFields id={id} task={task} />
    </>
  );
}

/** A definition of the workflow, or one of those built into every library. */
function findDefinition({ library = {} }: WorkflowDocument, ref: string): Definition | undefined {
  if (Object.hasOwn(library, ref)) return library[ref];
  return isBuiltinDefinition(ref) ? builtinLibrary[ref] : undefined;
}

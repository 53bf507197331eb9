import { useStores } from '@/state/context';
import { Button } from '@/ui/form/button';
import type { Definition } from '@/workflow/document';
import { openFunction } from '../../function/open-function';
import { LinesField } from '../fields/lines-field';
import { TextField } from '../fields/text-field';
import { FunctionCalls } from '../functions/function-calls';
import { ParameterList } from '../functions/parameter-list';
import { ReturnsField } from '../functions/returns-field';

/** The fields of one definition of the library. Its task is drawn on a canvas of its own. */
export function DefinitionFields({ name, definition }: { readonly name: string; readonly definition: Definition }) {
  const stores = useStores();
  const path = ['library', name] as const;
  return (
    <>
      <div>
        <Button size="s" onClick={() => openFunction(stores, name)}>
          Open {name} on the canvas
        </Button>
      </div>
      <TextField path={[...path, 'description']} label="What it does" placeholder="Nothing is said" />
      <ParameterList of={name} parameters={definition.parameters} />
      <ReturnsField path={[...path, 'returns']} />
      <LinesField
        path={[...path, 'criteria']}
        label="Criteria by which it is found"
        single
        rows={1}
        placeholder="It is only called by name"
      />
      <TextField path={[...path, 'origin']} label="Saved definition that it is a copy of" placeholder="None" mono />
      <FunctionCalls name={name} />
    </>
  );
}

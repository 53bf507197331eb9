import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useStores } from '@/state/context';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { notifyPerson } from '@/ui/overlay/toast';
import {
  listParameterReaders,
  removeParameter,
  renameParameter,
} from '@/workflow/commands/functions/change-parameters';
import type { Definition } from '@/workflow/document';
import { listCalls } from '@/workflow/library/calls-of';
import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment, locateTask } from '@/workflow/task-path';
import { offerUndo } from '../../actions/offer-undo';
import type { FieldPath } from '../fields/field-path';
import fields from '../fields/fields.module.css';
import { createFreshName } from '../fields/record-keys';
import { RenameField } from '../fields/rename-field';
import { Fold, Two } from '../fields/section';
import { useDispatch } from '../fields/subject';
import { TextField } from '../fields/text-field';
import { useField } from '../fields/use-field';
import { ValueField } from '../fields/value-field';
import { formatParameterState } from './parameter-state';

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'any'];

type Parameter = NonNullable<Definition['parameters']>[number];

interface ParameterListProps {
  /** The name of the function. */
  readonly of: string;
  readonly parameters: readonly Parameter[] | undefined;
}

/** The parameters of a function, which its calls fill in: each a fold with its fields, in their order. */
export function ParameterList({ of, parameters = [] }: ParameterListProps) {
  const path: FieldPath = ['library', of, 'parameters'];
  const { name: group, set, begin } = useField(path);
  const changeParameters = (next: readonly Parameter[]): void => {
    begin();
    void set(next);
  };
  const fresh = () =>
    createFreshName(
      'input',
      parameters.map(({ name }) => name),
    );
  const swap = (index: number, other: number) => {
    const next = [...parameters];
    [next[index], next[other]] = [parameters[other] as Parameter, parameters[index] as Parameter];
    changeParameters(next);
  };
  return (
    <fieldset name={group} className={`${fields.section} ${fields.plain}`} aria-label="Inputs">
      <div className={fields.caption}>
        {parameters.length === 0 ? 'It is given nothing' : 'What a call gives it'}
        <Button
          size="s"
          variant="ghost"
          icon={<Plus />}
          onClick={() => changeParameters([...parameters, { name: fresh(), type: 'string' }])}
        >
          Add an input
        </Button>
      </div>
      {parameters.length > 0 && (
        <div className={fields.folds}>
          {parameters.map((parameter, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a parameter stays the same one while its name is changed
            <Fold key={index} title={parameter.name} state={formatParameterState(parameter)}>
              <ParameterFields of={of} parameter={parameter} index={index} />
              <div className={fields.buttons}>
                <IconButton
                  label={`Move ${parameter.name} up`}
                  icon={<ArrowUp />}
                  disabled={index === 0}
                  onClick={() => swap(index, index - 1)}
                />
                <IconButton
                  label={`Move ${parameter.name} down`}
                  icon={<ArrowDown />}
                  disabled={index === parameters.length - 1}
                  onClick={() => swap(index, index + 1)}
                />
                <RemoveParameter of={of} parameter={parameter.name} />
              </div>
            </Fold>
          ))}
        </div>
      )}
    </fieldset>
  );
}

interface ParameterProps {
  readonly of: string;
  readonly parameter: Parameter;
  readonly index: number;
}

function ParameterFields({ of, parameter, index }: ParameterProps) {
  const at: FieldPath = ['library', of, 'parameters', String(index)];
  return (
    <>
      <Two>
        <ParameterName of={of} parameter={parameter.name} path={[...at, 'name']} />
        <TextField path={[...at, 'type']} label="Its type" placeholder="any" suggestions={types} />
      </Two>
      <TextField path={[...at, 'description']} label="What it is for" placeholder="Nothing is said" />
      <ValueField path={[...at, 'default']} label="Default" kinds={['text', 'json']} unset="Required" />
    </>
  );
}

interface ParameterNameProps {
  readonly of: string;
  readonly parameter: string;
  readonly path: FieldPath;
}

/** The name of a parameter. What reads it, and the arguments of all calls, are renamed with it. */
function ParameterName({ of, parameter, path }: ParameterNameProps) {
  const dispatch = useDispatch();
  const { problem } = useField(path);
  const renameTo = async (newName: string): Promise<string | undefined> => {
    return dispatch(
      (document) => renameParameter(document, { of, parameter, newName }),
      `Rename the input ${parameter}`,
    );
  };
  return (
    <RenameField
      mono
      label="Name"
      name={path.join('.')}
      current={parameter}
      rename={renameTo}
      problem={problem?.message}
    />
  );
}

function RemoveParameter({ of, parameter }: Omit<ParameterNameProps, 'path'>) {
  const stores = useStores();
  const dispatch = useDispatch();
  const removeThis = async (): Promise<void> => {
    const { document } = stores.document.getState();
    const readers = listParameterReaders(document, { of, parameter }).map(
      (at) => `“${formatSegment(getLastSegment(at))}”`,
    );
    const given = listCalls(document, of).filter((at) => {
      const task = locateTask(document, at)?.task;
      return task?.type === 'call' && task.args !== undefined && Object.hasOwn(task.args, parameter);
    }).length;
    const reason = await dispatch(
      (current) => removeParameter(current, { of, parameter }),
      `Remove the input ${parameter}`,
    );
    if (reason !== undefined) notifyPerson({ tone: 'error', id: 'refused', about: 'workflow', title: reason });
    if (reason !== undefined || (readers.length === 0 && given === 0)) return;
    const still = readers.length === 0 ? '' : `${readers.join(', ')} still read${readers.length === 1 ? 's' : ''} it. `;
    const gave =
      given === 0
        ? ''
        : `${given === 1 ? '1 call' : `${given} calls`} gave it, and no longer ${given === 1 ? 'does' : 'do'}.`;
    notifyPerson({
      tone: readers.length === 0 ? 'info' : 'paused',
      id: 'parameter-removed',
      title: `The input “${parameter}” is removed`,
      detail: `${still}${gave}`.trim(),
      action: offerUndo(stores),
    });
  };
  return <IconButton label={`Remove the input ${parameter}`} icon={<X />} onClick={() => void removeThis()} />;
}

import type { ComponentProps, ComponentType } from 'react';
import type { Task } from '@/workflow/tasks';
import { ChoiceField, SwitchField } from '../fields/choice-field';
import type { FieldPath } from '../fields/field-path';
import { Rows } from '../fields/section';

/** What the fields of an option are drawn for. */
interface OptionFieldsProps {
  readonly task: Task;
  /** Of the option. */
  readonly label: string;
  /** The first of its fields. */
  readonly path: FieldPath;
}

/** Something that can be set of a task beside its first fields. */
export interface TaskOption {
  /** Its name in the list, and above its fields if these do not say it. */
  readonly label: string;
  /** What it does, in a line. */
  readonly help: string;
  /** Further words that find it. */
  readonly also?: string;
  /** The fields that are its own: it is set if one of them is. */
  readonly paths: readonly [FieldPath, ...FieldPath[]];
  /** Whether a task can have it; left out: each. One that is set is shown in any case. */
  readonly fits?: (task: Task, container: Task | undefined) => boolean;
  /** Whether it is set, where having one of its fields does not say so. */
  readonly isSet?: (task: Task) => boolean;
  /** The fields without it, where it does not have them for itself. */
  readonly clear?: (task: Task) => Readonly<Record<string, unknown>>;
  /** Whether its label stands above its fields. */
  readonly isTitled?: true;
  readonly Fields: ComponentType<OptionFieldsProps>;
}

/** A switch for the one field of an option, by its label. */
export function drawSwitch(byDefault: boolean): TaskOption['Fields'] {
  return ({ label, path }) => <SwitchField path={path} label={label} byDefault={byDefault} />;
}

/** A choice for the one field of an option, by its label. */
export function drawChoice(
  options: ComponentProps<typeof ChoiceField>['options'],
  unset: string,
): TaskOption['Fields'] {
  return ({ label, path }) => (
    <Rows>
      <ChoiceField path={path} label={label} options={options} unset={unset} />
    </Rows>
  );
}

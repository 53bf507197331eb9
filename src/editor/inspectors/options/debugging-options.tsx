import { isPinned } from '@/workflow/tasks/pin';
import { BreakpointField } from '../fields/breakpoint-field';
import { LinesField } from '../fields/lines-field';
import { Rows } from '../fields/section';
import { AreaField, JsonField, TextField } from '../fields/text-field';
import { pinText } from '../fields/text-format';
import { drawChoice, drawSwitch, type TaskOption } from './task-option';

const priorities = ['low', 'high', 'critical'].map((value) => ({ value, label: value }));
const subtypes = ['standard', 'subtask', 'director', 'evaluator'];

/** By what a task is found and sorted, and what is for trying out. */
export const debuggingOptions: readonly TaskOption[] = [
  {
    label: 'Priority',
    help: 'which of several runs first',
    also: 'order',
    paths: [['priority']],
    Fields: drawChoice(priorities, 'normal'),
  },
  {
    label: 'Subtype',
    help: 'a kind by which it is found',
    paths: [['subtype']],
    Fields: ({ label, path }) => (
      <Rows>
        <TextField path={path} label={label} placeholder="None" suggestions={subtypes} />
      </Rows>
    ),
  },
  {
    label: 'Criteria',
    help: 'words by which it is matched',
    paths: [['criteria']],
    Fields: ({ path }) => (
      <LinesField path={path} label="Criteria by which it is matched" single rows={1} placeholder="None" />
    ),
  },
  {
    label: 'Breakpoint',
    help: 'a run pauses before or after it',
    also: 'pause debugging',
    paths: [['breakpoint']],
    Fields: () => (
      <Rows>
        <BreakpointField />
      </Rows>
    ),
  },
  {
    label: 'Pinned output',
    help: 'it gives this and does not run',
    also: 'pin debugging mock',
    paths: [['pinned']],
    Fields: ({ label, path, task }) => (
      <AreaField
        path={path}
        label={label}
        hint="The task does not run, but gives this: a text, or JSON. true is what the last run gave."
        format={pinText}
        mono
        rows={isPinned(task) ? 6 : 1}
        placeholder="None"
      />
    ),
  },
  {
    label: 'Snapshot after it',
    help: 'off: a long run opens more slowly',
    also: 'checkpoint debugging',
    paths: [['checkpoint']],
    Fields: drawSwitch(true),
  },
  {
    label: 'Skip this task',
    help: 'it does not run',
    also: 'disable off',
    paths: [['disabled']],
    Fields: drawSwitch(false),
  },
  {
    label: 'Keys of your own',
    help: 'begin with x-; stored, not read',
    also: 'extensions',
    paths: [['extensions']],
    Fields: ({ path }) => <JsonField object path={path} label="x- keys, as JSON" />,
  },
];

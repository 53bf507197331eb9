import type { Task } from '@/workflow/tasks';
import { ExpressionField } from '../fields/expression-field';
import { NamedValues } from '../fields/named-values';
import { SystemField } from '../fields/system-field';
import { TemplateField } from '../fields/template-field';
import { JsonField, NumberField, TextField } from '../fields/text-field';
import { drawChoice, type TaskOption } from './task-option';

const triggerRules = [
  { value: 'all_done', label: 'All before it have ended' },
  { value: 'one_failed', label: 'One before it failed' },
];
const isScript = ({ type }: Task) => type === 'script';

/** What a task is for, what it is given, and what it gives. */
export const dataOptions: readonly TaskOption[] = [
  {
    label: 'Description',
    help: 'what the task is for; shown on its node',
    paths: [['description']],
    fits: ({ type }) => type !== 'atomic',
    isSet: ({ type, description }) => type !== 'atomic' && description !== undefined,
    Fields: ({ label, path }) => <TextField path={path} label={label} placeholder="What it is for" />,
  },
  {
    label: 'Command line',
    help: 'one line in place of a script',
    paths: [['script', 'command']],
    fits: isScript,
    Fields: ({ path }) => <TextField path={path} label="One command line, in place of a script" mono />,
  },
  {
    label: 'Standard input',
    help: 'what the script reads; else its inputs',
    also: 'stdin',
    paths: [['script', 'stdin']],
    fits: isScript,
    Fields: ({ label, path }) => <TemplateField path={path} label={label} rows={1} placeholder="The inputs, as JSON" />,
  },
  {
    label: 'Environment variables',
    help: 'values that the script finds by name',
    paths: [['script', 'env']],
    fits: isScript,
    Fields: ({ label, path }) => <NamedValues path={path} label={label} noun="variable" kinds={['text']} />,
  },
  {
    label: 'Time-out of the script',
    help: 'stops the script after that time',
    also: 'ms',
    paths: [['script', 'timeoutMs']],
    fits: isScript,
    Fields: ({ path }) => <NumberField path={path} label="Time-out of the script, ms" whole min={1} />,
  },
  {
    label: 'Starts if',
    help: 'what the tasks before it must have done',
    also: 'trigger rule failed',
    paths: [['triggerRule']],
    fits: ({ dependsOn = [] }) => dependsOn.length > 0,
    Fields: drawChoice(triggerRules, 'None failed'),
  },
  {
    label: 'Inputs',
    help: 'named values that its texts can use',
    paths: [['inputs']],
    isTitled: true,
    Fields: ({ path }) => (
      <NamedValues path={path} label="Name and value" noun="input" kinds={['text', 'from', 'json', 'task']} />
    ),
  },
  {
    label: 'Variables',
    help: 'values known in this task only',
    paths: [['variables']],
    Fields: ({ path }) => (
      <NamedValues path={path} label="Variables of this task" noun="variable" kinds={['text', 'json']} />
    ),
  },
  {
    label: 'Returns',
    help: 'values that later tasks read by name',
    also: 'output',
    paths: [['returns']],
    Fields: ({ path }) => (
      <NamedValues
        path={path}
        label="Returned to later tasks"
        noun="return"
        kinds={['text']}
        placeholder="output.title"
      />
    ),
  },
  {
    label: 'Instructions',
    help: 'the system text of the model',
    also: 'persona system prompt',
    paths: [['system']],
    Fields: ({ path }) => <SystemField path={path} label="System text of this task" placeholder="None" />,
  },
  {
    label: 'Expected output',
    help: 'is added at the end of the prompt',
    also: 'format',
    paths: [['expectedOutput']],
    Fields: ({ label, path }) => (
      <TemplateField path={path} label={label} placeholder="Added at the end of the prompt" rows={1} />
    ),
  },
  {
    label: 'Schema of the output',
    help: 'the output is JSON of this form',
    also: 'structured json',
    paths: [['outputSchema']],
    Fields: ({ path }) => (
      <JsonField object path={path} label="Schema" rows={1} language="schema" placeholder="JSON Schema of the output" />
    ),
  },
  {
    label: 'Must be true',
    help: 'checks the output; else the task fails',
    also: 'validate assert test',
    paths: [['validate']],
    Fields: ({ label, path }) => <ExpressionField path={path} label={label} placeholder="Nothing is checked" />,
  },
  {
    label: 'Save as a file',
    help: 'keeps the output under this name',
    also: 'artifact download',
    paths: [['output']],
    Fields: ({ label, path }) => <TextField path={path} label={label} placeholder="Not saved as a file" />,
  },
];

import type { Task } from '@/workflow/tasks';
import { mayAskModel } from '@/workflow/tasks/traits';
import { AgentAndModel, TaskCache, TaskEffort, TaskFallbacks, TaskReuse } from '../common/model-fields';
import { ApproveTools, AskingFields, InlineTools } from '../common/tools-fields';
import { OptionsFields } from '../fields/options-fields';
import { drawChoice, type TaskOption } from './task-option';

const asksNoModel = (task: Task) => !mayAskModel(task);

/** Which model a task asks, how, and with which tools. */
export const modelOptions: readonly TaskOption[] = [
  {
    label: 'Thinking',
    help: 'how hard the model thinks before it answers',
    also: 'reasoning effort',
    paths: [['reasoningEffort']],
    Fields: TaskEffort,
  },
  {
    label: 'Model options',
    help: 'temperature and others',
    also: 'top p seed',
    paths: [['options']],
    isTitled: true,
    Fields: ({ path }) => <OptionsFields path={path} />,
  },
  {
    label: 'Fallback models',
    help: 'tried when the model does not answer',
    also: 'refusal overloaded',
    paths: [['fallbackModels'], ['fallbackOnRefusal']],
    Fields: TaskFallbacks,
  },
  {
    label: 'Caching',
    help: 'what is sent again costs less',
    also: 'prompt cache price',
    paths: [['cache']],
    Fields: TaskCache,
  },
  {
    label: 'Reused answers',
    help: 'which earlier runs may answer',
    also: 'ask again reuse never',
    paths: [['reuse']],
    Fields: TaskReuse,
  },
  {
    label: 'Agent, model and tools',
    help: 'for the tasks in it that have none',
    paths: [['agent'], ['model'], ['tools']],
    fits: asksNoModel,
    isSet: (task) => asksNoModel(task) && [task.agent, task.model, task.tools].some((one) => one !== undefined),
    isTitled: true,
    Fields: ({ task }) => <AgentAndModel agent={task.agent} />,
  },
  {
    label: 'Other tools',
    help: 'whether those of the agent can be called too',
    also: 'exclusive tool mode',
    paths: [['toolMode']],
    Fields: drawChoice([{ value: 'exclusive', label: 'No others' }], 'Those of the agent'),
  },
  {
    label: 'Tools written here',
    help: 'defined in this task, as JSON',
    also: 'http mcp inline',
    paths: [['tools']],
    isSet: ({ tools = [] }) => tools.some((tool) => typeof tool !== 'string'),
    clear: ({ tools = [] }) => {
      const named = tools.filter((tool) => typeof tool === 'string');
      return { tools: named.length === 0 ? undefined : named };
    },
    Fields: ({ path }) => <InlineTools path={path} />,
  },
  {
    label: 'A person approves',
    help: 'asks before a tool is called',
    also: 'approval human',
    paths: [['approve']],
    Fields: ApproveTools,
  },
  {
    label: 'May ask the user',
    help: 'the model can ask you a question',
    also: 'interactive human input',
    paths: [['interactive'], ['inputTimeoutMs']],
    Fields: AskingFields,
  },
];

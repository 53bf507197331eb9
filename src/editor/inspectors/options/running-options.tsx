import { taskTraits } from '@/workflow/tasks';
import { ContextFields } from '../common/context-fields';
import { DecompositionFields } from '../common/decomposition-fields';
import { FailureFields } from '../common/failure-section';
import { LoopFields } from '../common/loop-fields';
import { SlotsFields } from '../common/slots-fields';
import { StepContextFields } from '../common/step-context-fields';
import { TriesFields } from '../common/tries-fields';
import { drawSwitch, type TaskOption } from './task-option';

/** How a task runs: what follows when it fails, what it knows of others, how often. */
export const runningOptions: readonly TaskOption[] = [
  {
    label: 'If it fails',
    help: 'try again, skip it, or continue',
    also: 'error retries retry backoff',
    paths: [['errorHandling']],
    isTitled: true,
    Fields: FailureFields,
  },
  {
    label: 'Context',
    help: 'which earlier outputs a call is given',
    also: 'relevance include exclude memory',
    paths: [['context']],
    isTitled: true,
    Fields: () => <ContextFields unset="As the workflow" />,
  },
  {
    label: 'Sees earlier outputs',
    help: 'off: only what its texts name',
    also: 'context inject',
    paths: [['injectContext']],
    Fields: drawSwitch(true),
  },
  {
    label: 'Starts without context',
    help: 'forgets what was said before',
    also: 'clear memory',
    paths: [['clearMemory']],
    Fields: drawSwitch(false),
  },
  {
    label: 'Matches files again',
    help: 'looks again for files of the memory',
    also: 'rebuild memory',
    paths: [['rebuildMemory']],
    Fields: drawSwitch(false),
  },
  {
    label: 'Context for steps',
    help: 'what the tasks in it are given',
    also: 'inherit accumulate',
    paths: [['contextManagement']],
    fits: ({ type }) => taskTraits[type].partsGet === 'what_it_says',
    isTitled: true,
    Fields: StepContextFields,
  },
  {
    label: 'Loop',
    help: 'runs again, a number of times or until',
    also: 'repeat while rounds iterations',
    paths: [['loop']],
    isTitled: true,
    Fields: LoopFields,
  },
  {
    label: 'Tries',
    help: 'several answers: a vote, or the best',
    also: 'voting best of samples',
    paths: [['voting'], ['bestOf']],
    isTitled: true,
    Fields: TriesFields,
  },
  {
    label: 'Director and evaluator',
    help: 'where draft and verdict are',
    also: 'slot evaluation',
    paths: [['continuationPolicy'], ['outputSlot'], ['inputSource'], ['validationRules']],
    fits: ({ subtype }, container) =>
      subtype === 'director' || subtype === 'evaluator' || container?.type === 'director_evaluator',
    isTitled: true,
    Fields: SlotsFields,
  },
  {
    label: 'Decomposition',
    help: 'a failed task is split into smaller ones',
    also: 'reparse split',
    paths: [['reparse'], ['disableReparsing'], ['manualXml']],
    isTitled: true,
    Fields: DecompositionFields,
  },
];

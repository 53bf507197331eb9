import type { TaskPath } from '@/workflow/task-path';
import type { Task, TaskType } from '@/workflow/tasks';
import { ContextFold } from './context-fold';
import { DataFolds } from './data-folds';
import { DebugFold } from './debug-fold';
import { DecompositionFold } from './decomposition-fold';
import { ExtensionsFold } from './extensions-fold';
import { FailureSection } from './failure-section';
import type { LimitKey } from './limit-rows';
import { LimitsSection } from './limits-section';
import { LoopFold } from './loop-fold';
import { InstructionFolds, ModelFold } from './model-fields';
import { OrderFold } from './order-fold';
import { ResultSection } from './result-section';
import { SlotsFold } from './slots-fold';
import { StepContextFold } from './step-context-fold';
import { ToolsFold } from './tools-fold';
import { TriesFold } from './tries-fold';

/** What a type is built on. It decides which of the common fields come first. */
type Nature = 'model' | 'script' | 'parts';

const natures: { readonly [K in TaskType]: Nature } = {
  atomic: 'model',
  script: 'script',
  sequential: 'parts',
  map: 'parts',
  reduce: 'parts',
  cond: 'parts',
  group: 'parts',
  director_evaluator: 'parts',
  pipeline: 'model',
  call: 'parts',
  associative_memory: 'model',
  reparse: 'model',
  tool: 'script',
  ask: 'script',
};

const firstLimits: { readonly [K in Nature]: readonly LimitKey[] } = {
  model: ['timeoutMs', 'maxTurns', 'maxOutputTokens'],
  script: ['timeoutMs'],
  parts: ['timeoutMs', 'maxTotalTokens', 'maxTotalCostUsd'],
};

/** Types whose parts run one after another, or receive the results of earlier parts. */
const multiStep: ReadonlySet<TaskType> = new Set([
  'sequential',
  'map',
  'reduce',
  'cond',
  'group',
  'director_evaluator',
  'pipeline',
]);

/**
 * The fields that every task may have, below those of its type: the ones that matter to the type first, the rest
 * folded.
 */
export function CommonFields({ id, task }: { readonly id: TaskPath; readonly task: Task }) {
  const nature = natures[task.type];
  const isPrompted = nature === 'model';
  const hasSteps = multiStep.has(task.type) || task.contextManagement !== undefined;
  return (
    <>
      {hasSteps && !isPrompted && <StepContextFold management={task.contextManagement} />}
      <ResultSection prompted={isPrompted} />
      <LimitsSection first={firstLimits[nature]} />
      <FailureSection />
      {isPrompted && <InstructionFolds task={task} />}
      {isPrompted && <ToolsFold task={task} />}
      <DataFolds task={task} />
      <SlotsFold id={id} task={task} />
      <ContextFold task={task} />
      {hasSteps && isPrompted && <StepContextFold management={task.contextManagement} />}
      <LoopFold loop={task.loop} />
      <TriesFold task={task} />
      {!isPrompted && <ModelFold task={task} />}
      {!isPrompted && <ToolsFold task={task} />}
      <DecompositionFold task={task} />
      <OrderFold task={task} />
      <DebugFold task={task} />
      <ExtensionsFold />
    </>
  );
}

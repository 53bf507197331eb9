import type { TaskPath } from '@/workflow/task-path';
import { type Task, taskTraits } from '@/workflow/tasks';
import { mayAskModel, runsOtherTasks } from '@/workflow/tasks/traits';
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

/** The limits that come first: of what asks a model, of what runs other tasks, and of what does its work itself. */
const firstLimits = {
  model: ['timeoutMs', 'maxTurns', 'maxOutputTokens'],
  parts: ['timeoutMs', 'maxTotalTokens', 'maxTotalCostUsd'],
  script: ['timeoutMs'],
} as const satisfies Readonly<Record<string, readonly LimitKey[]>>;

/**
 * The fields that every task may have, below those of its type: the ones that matter to the type first, the rest
 * folded.
 */
export function CommonFields({ id, task }: { readonly id: TaskPath; readonly task: Task }) {
  const isPrompted = mayAskModel(task);
  const nature = isPrompted ? 'model' : runsOtherTasks(task) ? 'parts' : 'script';
  const hasSteps = taskTraits[task.type].partsGet === 'what_it_says' || task.contextManagement !== undefined;
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

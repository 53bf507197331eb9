import type { ComponentType } from 'react';
import type { TaskType } from '@/workflow/tasks';
import { AskInspector } from './ask';
import { AssociativeMemoryInspector } from './associative-memory';
import { AtomicInspector } from './atomic';
import { CallInspector } from './call';
import { CondInspector } from './cond';
import { DirectorEvaluatorInspector } from './director-evaluator';
import { GroupInspector } from './group';
import type { InspectorProps } from './inspector-props';
import { MapInspector } from './map';
import { PipelineInspector } from './pipeline';
import { ReduceInspector } from './reduce';
import { ReparseInspector } from './reparse';
import { ScriptInspector } from './script';
import { SequentialInspector } from './sequential';
import { ToolInspector } from './tool';

/** The inspector of each type. */
export const inspectors: { readonly [K in TaskType]: ComponentType<InspectorProps<K>> } = {
  atomic: AtomicInspector,
  script: ScriptInspector,
  sequential: SequentialInspector,
  map: MapInspector,
  reduce: ReduceInspector,
  cond: CondInspector,
  group: GroupInspector,
  director_evaluator: DirectorEvaluatorInspector,
  pipeline: PipelineInspector,
  call: CallInspector,
  associative_memory: AssociativeMemoryInspector,
  reparse: ReparseInspector,
  tool: ToolInspector,
  ask: AskInspector,
};

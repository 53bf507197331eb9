import type { ComponentType } from 'react';
import type { RunnableType } from '@/workflow/tasks';
import { AtomicInspector } from './atomic';
import type { InspectorProps } from './inspector-props';
import { ScriptInspector } from './script';

/** The inspector of each type that runs. */
export const inspectors: { readonly [K in RunnableType]: ComponentType<InspectorProps<K>> } = {
  atomic: AtomicInspector,
  script: ScriptInspector,
};

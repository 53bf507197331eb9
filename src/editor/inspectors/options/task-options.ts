import { dataOptions } from './data-options';
import { debuggingOptions } from './debugging-options';
import { limitOptions } from './limit-options';
import { modelOptions } from './model-options';
import { runningOptions } from './running-options';
import type { TaskOption } from './task-option';

/** All options of tasks, in the order in which they are listed and shown. */
export const taskOptions: readonly TaskOption[] = [
  ...dataOptions,
  ...modelOptions,
  ...limitOptions,
  ...runningOptions,
  ...debuggingOptions,
];

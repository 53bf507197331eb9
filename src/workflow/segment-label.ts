import { findFunctionName } from './function-path';

const words: Readonly<Record<string, string>> = {
  inner_task: 'for each item',
  reduction_task: 'reduction',
  best_of: 'evaluator of the tries',
};

/**
 * A segment as shown to a person: an id as it is, `case:1` as `case 1`, `input:doc` as `input doc`. That of a function
 * is its name.
 */
export function formatSegment(segment: string): string {
  return findFunctionName(segment) ?? words[segment] ?? segment.replace(':', ' ');
}

import type { RunEvent } from '@/run/events';
import { readResult } from '@/run/result-payload';
import type { WhatIf } from '@/state/view-store';

/**
 * What of an event can be written otherwise in a fork: the output of a task, a reply, the result of a tool or a script,
 * the answer of a person. (A prompt is not in its event.)
 */
export function editOfEvent(event: RunEvent): WhatIf | undefined {
  const { path } = event;
  switch (event.kind) {
    case 'task.completed':
      return { path, of: 'output', payload: readResult(event) };
    case 'model.replied':
    case 'tool.called':
    case 'script.exited':
      return { path, of: 'result', payload: readResult(event) };
    case 'input.provided': {
      const { kind, missed } = event.data;
      const isAnswer = (kind === 'input' || kind === 'approval') && missed !== true;
      return isAnswer ? { path, of: 'result', payload: readResult(event) } : undefined;
    }
    default:
      return undefined;
  }
}

import type { Attempt } from '../attempt';

let calls = 0;

/** Receive the text and the thoughts of a call as they stream. */
interface StreamHooks {
  readonly onText: (text: string) => void;
  readonly onReasoning: (text: string) => void;
  readonly onRestart: () => void;
}

/**
 * Passes on the text of one call of a model as it streams. The call has a name, by which whoever shows the text knows
 * that it begins anew when the call is made again at the same path.
 */
export function createStreamHooks({ executionId, onDelta, deps }: Attempt['run'], path: string): StreamHooks {
  const begin = () => {
    calls += 1;
    return { executionId, path, call: `${deps.clock.now().toString(36)}-${calls.toString(36)}` };
  };
  let of = begin();
  return {
    onText: (text) => onDelta({ ...of, text }),
    onReasoning: (text) => onDelta({ ...of, text, isReasoning: true }),
    onRestart: () => {
      of = begin();
    },
  };
}

import { useEffect, useState } from 'react';
import { type Failure, toFailure } from '@/base/errors';
import type { Payload } from '@/run/run-state';
import { useStores } from '@/state/context';
import type { WhatIf } from '@/state/view-store';
import { readMessages } from '@/viewer/sent-messages';

/** A text that is to be written otherwise. `isLost`: its whole is not stored any more, and this is what there is. */
export type TextBefore =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly text: string; readonly isLost: boolean }
  | { readonly status: 'failed'; readonly failure: Failure };

/** The whole text that is to be written otherwise. Of a prompt, the last message of the user. */
export function useWholeText({ of, payload }: WhatIf, executionId: string | undefined): TextBefore {
  const { services } = useStores();
  const [state, setState] = useState<TextBefore>({ status: 'loading' });
  useEffect(() => {
    let isWanted = true;
    const show = (next: TextBefore) => isWanted && setState(next);
    const read = (ref: string) =>
      executionId === undefined ? Promise.resolve(undefined) : services.runner.readBlob(executionId, ref);
    wholeOf(payload, of, read).then(show, (error: unknown) => show({ status: 'failed', failure: toFailure(error) }));
    return () => {
      isWanted = false;
    };
  }, [services, of, payload, executionId]);
  return state;
}

async function wholeOf(
  { text, length, ref }: Payload,
  of: WhatIf['of'],
  read: (ref: string) => Promise<string | undefined>,
): Promise<TextBefore> {
  const isHere = of !== 'prompt' && length <= text.length;
  const whole = isHere || ref === undefined ? text : await read(ref);
  if (of === 'prompt') {
    const prompt = whole === undefined ? undefined : promptIn(whole);
    return { status: 'ready', text: prompt ?? '', isLost: prompt === undefined };
  }
  return { status: 'ready', text: whole ?? text, isLost: whole === undefined };
}

function promptIn(json: string): string | undefined {
  return readMessages(json)?.findLast(({ role }) => role === 'user')?.content;
}

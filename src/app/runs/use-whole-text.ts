import type { Failure } from '@/base/errors';
import type { Payload } from '@/run/run-state';
import { useStores } from '@/state/context';
import { useAsked } from '@/state/use-asked';
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
  const { value, failure } = useAsked([services, of, payload, executionId], () =>
    readWholeText(payload, of, async (ref) =>
      executionId === undefined ? undefined : services.runner.readBlob(executionId, ref),
    ),
  );
  return failure === undefined ? (value ?? { status: 'loading' }) : { status: 'failed', failure };
}

async function readWholeText(
  { text, length, ref }: Payload,
  of: WhatIf['of'],
  read: (ref: string) => Promise<string | undefined>,
): Promise<TextBefore> {
  const isHere = of !== 'prompt' && length <= text.length;
  const whole = isHere || ref === undefined ? text : await read(ref);
  if (of === 'prompt') {
    const prompt = whole === undefined ? undefined : findPrompt(whole);
    return { status: 'ready', text: prompt ?? '', isLost: prompt === undefined };
  }
  return { status: 'ready', text: whole ?? text, isLost: whole === undefined };
}

function findPrompt(json: string): string | undefined {
  return readMessages(json)?.findLast(({ role }) => role === 'user')?.content;
}

import { useEffect, useRef, useState } from 'react';
import { closeSentence } from '@/base/closed-sentence';
import { toFailure } from '@/base/errors';
import type { DraftedWorkflow, DraftPrompt } from '@/worker/border/engine-api';
import { useApp } from '../app-context';

/** The state of a draft. `text`: what the model has written (so far). */
export type Drafting =
  | { readonly status: 'idle' }
  | { readonly status: 'drafting'; readonly text: string }
  | { readonly status: 'failed'; readonly message: string; readonly text?: string };

/** Lets a model draft a workflow, one at a time. Unmounting the component cancels it. */
export function useDraft(onDrafted: (drafted: DraftedWorkflow) => void): {
  readonly drafting: Drafting;
  readonly start: (wish: DraftPrompt) => void;
  readonly stop: () => void;
} {
  const { draft } = useApp();
  const [drafting, setDrafting] = useState<Drafting>({ status: 'idle' });
  const running = useRef<AbortController>(undefined);
  const stopDraft = () => {
    running.current?.abort();
    setDrafting({ status: 'idle' });
  };
  useEffect(() => () => running.current?.abort(), []);

  const startDraft = async (wish: DraftPrompt) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setDrafting({ status: 'drafting', text: '' });
    const onText = (piece: string) => {
      if (controller.signal.aborted) return;
      setDrafting((now) => (now.status === 'drafting' ? { ...now, text: now.text + piece } : now));
    };
    try {
      const drafted = await draft(wish, onText, controller.signal);
      if (controller.signal.aborted) return;
      setDrafting({ status: 'idle' });
      onDrafted(drafted);
    } catch (error) {
      if (controller.signal.aborted) return;
      const { message, advice, details = {} } = toFailure(error);
      const text = typeof details['text'] === 'string' ? { text: details['text'] } : {};
      setDrafting({
        status: 'failed',
        message: advice === undefined ? message : `${closeSentence(message)} ${advice}`,
        ...text,
      });
    }
  };
  return { drafting, start: (wish) => void startDraft(wish), stop: stopDraft };
}

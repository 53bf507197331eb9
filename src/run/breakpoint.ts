import type { Json } from '@/base/json';
import { decodeJson } from '@/base/json-text';
import { type AskForm, readAnswer } from '@/workflow/ask-form';

const answers = ['continue', 'step'] as const;

/** How a person goes on from a breakpoint: to the next one, or to the next task. */
export type BreakpointAnswer = (typeof answers)[number];

/** What is asked at a breakpoint. */
export const breakpointForm: AskForm = {
  answer: { type: 'choice', options: answers, default: 'continue', required: true },
};

/** Whether an answer asks for one step; undefined: it is no answer to a breakpoint. */
export function isOneStep(answer: string): boolean | undefined {
  try {
    const read = readAnswer(breakpointForm, decodeJson(answer) as Json);
    return read.ok ? read.value['answer'] === 'step' : undefined;
  } catch {
    return undefined;
  }
}

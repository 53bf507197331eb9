import type { Capture, Payload } from '../event-data';
import type { RunEvent, RunEventKind } from '../events';
import { readResult } from '../result-payload';
import type { SearchedPlace } from './run-query';

/** What a text was in a run. */
export type TextRole =
  | 'prompt'
  | 'script'
  | 'arguments'
  | 'question'
  | 'output'
  | 'reply'
  | 'thinking'
  | 'result'
  | 'stderr'
  | 'answer'
  | 'error';

/** A text of a run that can be searched. */
export interface SearchedText {
  readonly role: TextRole;
  /** The text, or its start. */
  readonly text: string;
  /** Where the whole text is stored; undefined: `text` is whole. */
  readonly ref: string | undefined;
  /** Whether the stored text is the JSON of messages. */
  readonly isMessages?: true;
}

const asked: ReadonlySet<TextRole> = new Set(['prompt', 'script', 'arguments', 'question']);

/** Whether a text is asked or answered: a prompt, or an output. */
export function getSearchedPlace(role: TextRole): Exclude<SearchedPlace, 'notes'> {
  return asked.has(role) ? 'prompts' : 'outputs';
}

/** The kinds of events that have texts. */
export const textKinds = [
  'model.requested',
  'model.replied',
  'vote.decided',
  'script.exited',
  'tool.called',
  'input.requested',
  'input.provided',
  'task.completed',
  'task.failed',
] as const satisfies readonly RunEventKind[];

/** The kinds of events that name the model that they are about. */
export const modelKinds = ['model.requested', 'model.replied'] as const satisfies readonly RunEventKind[];

/** The texts of an event. */
export function listSearchedTexts(event: RunEvent): readonly SearchedText[] {
  switch (event.kind) {
    case 'model.requested':
      return [{ role: 'prompt', text: event.task ?? '', ref: event.ref, isMessages: true }];
    case 'model.replied':
      return [createSearchedText('reply', readResult(event)), ...listOptionalText('thinking', event.data.reasoning)];
    case 'vote.decided':
      return [createSearchedText('output', readResult(event))];
    case 'script.exited': {
      const { wholeCommand, stderr, capture, stderrCapture } = event.data;
      const command = wholeCommand ?? { text: event.task ?? '', length: 0 };
      return [
        createSearchedText('script', command),
        createSearchedText('output', readResult(event), capture),
        createSearchedText('stderr', stderr, stderrCapture),
      ];
    }
    case 'tool.called':
      return [createSearchedText('arguments', event.data.arguments), createSearchedText('result', readResult(event))];
    case 'input.requested':
      return event.data.kind === 'input' ? [{ role: 'question', text: event.task ?? '', ref: event.ref }] : [];
    case 'input.provided':
      return event.data.kind === 'input' ? [createSearchedText('answer', readResult(event))] : [];
    case 'task.completed':
      return [createSearchedText('output', readResult(event), event.data.capture), ...listErrorText(event)];
    case 'task.failed':
      return [
        ...(event.result === undefined ? [] : [createSearchedText('output', readResult(event))]),
        ...listErrorText(event),
      ];
    default:
      return [];
  }
}

function listErrorText({ error }: RunEvent): readonly SearchedText[] {
  return error === undefined ? [] : [{ role: 'error', text: error.message, ref: undefined }];
}

function listOptionalText(role: TextRole, payload: Payload | undefined): readonly SearchedText[] {
  return payload === undefined ? [] : [createSearchedText(role, payload)];
}

function createSearchedText(role: TextRole, { text, length, ref }: Payload, capture?: Capture): SearchedText {
  return { role, text, ref: capture?.stored?.ref ?? (length > text.length ? ref : undefined) };
}

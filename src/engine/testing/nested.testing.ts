import type { RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { ModelRequest } from '../ports/model-client';
import type { Scripted } from './scripted-models.testing';
import type { World } from './world.testing';

/** What a model was asked last in a request. */
export const promptOf = ({ messages }: ModelRequest) => messages.at(-1)?.content ?? '';
/** What models were asked, in order. */
export const prompts = (world: World) => world.models.requests.map(promptOf);
/** The text that a task gave, or how it ended otherwise. */
export const resultOf = (world: World, id: string) => {
  const task = reduceRun(emptyRun, world.log.events).tasks.get(id);
  return task?.status === 'ok' ? task.result.text : task;
};
/** A task that asks a model this. */
export const say = (description: string, more: object = {}) => ({ type: 'atomic', description, ...more });
/** A model that says its last line in capitals. */
export const loud = (request: ModelRequest): Scripted => (promptOf(request).split('\n').at(-1) ?? '').toUpperCase();
/** The events of a kind. */
export const kinds = (events: readonly RunEvent[], kind: RunEvent['kind']) =>
  events.filter((event) => event.kind === kind);

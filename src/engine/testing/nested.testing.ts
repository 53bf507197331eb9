import type { RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { ModelRequest } from '../ports/model-client';
import type { Scripted } from './scripted-models.testing';
import type { World } from './world.testing';

/** The last message of a request. */
export const promptOf = ({ messages }: ModelRequest) => messages.at(-1)?.content ?? '';
/** The last messages of all requests, in order. */
export const prompts = (world: World) => world.models.requests.map(promptOf);
/** The text that a task produced, or how it ended otherwise. */
export const resultOf = (world: World, id: string) => {
  const task = reduceRun(emptyRun, world.log.events).tasks.get(id);
  return task?.status === 'ok' ? task.result.text : task;
};
/** A task that asks a model this. */
export const say = (description: string, more: object = {}) => ({ type: 'atomic', description, ...more });
/** A model that repeats its last line in capitals. */
export const loud = (request: ModelRequest): Scripted => (promptOf(request).split('\n').at(-1) ?? '').toUpperCase();
/** The events of a kind. */
export const kinds = (events: readonly RunEvent[], kind: RunEvent['kind']) =>
  events.filter((event) => event.kind === kind);

import { createCancelledError } from '@/base/cancelled';
import { AppError, hasReason } from '@/base/errors';
import { formatModelName } from '@/plan/format-model-name';
import type { ModelRef } from '@/plan/plan';
import { appendStep } from '@/run/journal-path';
import type { Attempt, RunContext } from '../attempt';
import { tellFollowers } from '../log/tell';
import type { Question } from '../ports/person';
import { computeElapsedMs } from './elapsed';

/**
 * Asks the person what a model costs, once in a run, because the answer is recorded. Resolves when the model may be
 * called. Error: `RESOURCE_EXHAUSTION`, naming the model, if nobody can be asked or the person wants to stop.
 */
export async function askPrice(model: ModelRef, { run, signal }: Attempt): Promise<void> {
  const name = formatModelName(model);
  const answer = await awaitUnlessAborted(signal, run.prices.asked.get(name) ?? openPriceQuestion(name, run));
  if (!run.prices.take(model, answer)) throw createUnknownPriceError(name);
}

function openPriceQuestion(name: string, run: RunContext): Promise<string> {
  const asked = askOnce(name, run);
  run.prices.asked.set(name, asked);
  // The next caller repeats a question that was not answered.
  asked.catch(() => run.prices.asked.delete(name));
  return asked;
}

/** One question for all calls that wait for it. It outlives the attempt that asked first. */
async function askOnce(name: string, run: RunContext): Promise<string> {
  const { journal, log, deps, executionId, signal } = run;
  const path = appendStep('', 'price', encodeURIComponent(name));
  const text = `The price of ${name} is not known, and there is a budget in US dollars. What does it cost for a million tokens?`;
  const question: Question = { kind: 'price', path, text, model: name };
  const step = { kind: 'input.provided', key: path, inputHash: '' } as const;
  const { text: answer } = await journal.step(step, async () => {
    const startedAt = deps.clock.now();
    tellFollowers(run, { kind: 'input.requested', path, model: name, task: text, data: { kind: 'price' } });
    log.append({ kind: 'run.paused', path: '', data: { reason: 'budget' } });
    const reply = await deps.person.ask(executionId, question, signal).catch((error: unknown) => {
      throw hasReason(error, 'no_person') ? createUnknownPriceError(name) : error;
    });
    log.append({ kind: 'run.resumed', path: '', data: { reason: 'budget' } });
    return { text: reply, data: { kind: 'price', durationMs: computeElapsedMs(deps.clock, startedAt) } };
  });
  return answer;
}

/** Awaits a promise, unless the signal is aborted first. */
function awaitUnlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectAsCancelled = () => reject(createCancelledError('The run'));
    if (signal.aborted) rejectAsCancelled();
    signal.addEventListener('abort', rejectAsCancelled);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', rejectAsCancelled));
  });
}

function createUnknownPriceError(model: string): AppError {
  return new AppError(
    'RESOURCE_EXHAUSTION',
    `The price of ${model} is not known, so a budget in US dollars cannot be kept.`,
    {
      advice: 'Say in Models what it costs, give --unknown-price-usd, or leave out max_total_cost_usd.',
      details: { resource: 'cost', model },
    },
  );
}

import { AppError, hasReason } from '@/base/errors';
import { appendStep } from '@/run/journal-path';
import type { Attempt, RunContext } from '../attempt';
import { tellFollowers } from '../log/tell';
import type { Question } from '../ports/person';
import { computeElapsedMs } from './elapsed';
import type { Expense, Meter, Overdraft } from './meter';

/**
 * Makes a call that may use at most `expense`, within the budgets of its task, of all containers and of the run. If one
 * of them does not cover it, the run pauses and a person is asked for more. Error: `RESOURCE_EXHAUSTION` with the
 * figures, if there is no more.
 */
export async function callWithinBudget<T>(attempt: Attempt, expense: Expense, call: () => Promise<T>): Promise<T> {
  for (;;) {
    const overdraft = attempt.meter.reserve(expense);
    if (overdraft === undefined) break;
    await attempt.aside(() => allowMore(overdraft, attempt));
  }
  try {
    return await call();
  } finally {
    attempt.meter.release(expense);
  }
}

/** Asks one question at a time for each budget. Later callers wait for the same answer. */
async function allowMore(overdraft: Overdraft, { run, signal }: Attempt): Promise<void> {
  const { meter } = overdraft;
  const before = meter.asking;
  if (before !== undefined) return before;
  const asked = askForBudget(overdraft, run, signal);
  meter.asking = asked;
  try {
    await asked;
  } finally {
    meter.asking = undefined;
  }
}

async function askForBudget(overdraft: Overdraft, run: RunContext, signal: AbortSignal): Promise<void> {
  const { meter, resource, used, limit, needed } = overdraft;
  const { journal, log, deps, executionId } = run;
  meter.asked += 1;
  const path = appendStep(meter.path, 'ask', meter.asked);
  const text = `${explainOverdraft(overdraft)} How much may it take?`;
  const question: Question = { kind: 'budget', path, text, resource, used, limit, needed };
  const step = { kind: 'input.provided', key: path, inputHash: '' } as const;
  const { text: answer } = await journal.step(step, async () => {
    const startedAt = deps.clock.now();
    tellFollowers(run, {
      kind: 'input.requested',
      path,
      task: text,
      data: { kind: 'budget', resource, used, limit, needed },
    });
    log.append({ kind: 'run.paused', path: '', data: { reason: 'budget' } });
    const reply = await deps.person.ask(executionId, question, signal).catch((error: unknown) => {
      throw hasReason(error, 'no_person') ? createExhaustedError(overdraft, run) : error;
    });
    log.append({ kind: 'run.resumed', path: '', data: { reason: 'budget' } });
    return { text: reply, data: { kind: 'budget', durationMs: computeElapsedMs(deps.clock, startedAt) } };
  });
  const allowed = Number(answer);
  if (answer.trim() === '' || !Number.isFinite(allowed) || allowed <= limit) throw createExhaustedError(overdraft, run);
  meter.raise(resource, allowed);
}

function createExhaustedError(overdraft: Overdraft, { log }: RunContext): AppError {
  const { meter, resource, used, limit } = overdraft;
  log.append({ kind: 'resource.exhausted', path: meter.path, data: { resource, used, limit } });
  return new AppError('RESOURCE_EXHAUSTION', explainOverdraft(overdraft), {
    advice: `Raise ${resource === 'tokens' ? 'max_total_tokens' : 'max_total_cost_usd'}, or ask for less.`,
    details: { resource, used, limit },
  });
}

function explainOverdraft({ meter, resource, used, limit, needed }: Overdraft): string {
  const whose = isOfRun(meter) ? 'The run' : 'The task';
  const [figures, next] =
    resource === 'tokens'
      ? [`${used} of ${limit} tokens`, `${needed} more`]
      : [`${used.toFixed(4)} of ${limit} US dollars`, `${needed.toFixed(4)} more`];
  return `${whose} has used ${figures}, and its next call may take up to ${next}.`;
}

function isOfRun(meter: Meter): boolean {
  return meter.path === '';
}

import { expose, wrap } from 'comlink';
import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import type { EarlierRun } from '@/plan/forecast/forecast';
import type { Plan } from '@/plan/plan';
import type { EngineForPlans } from './engine-api';
import { registerFailureTransfer } from './failure-transfer';

/** In place of the plan that crossed the port last. A plan of a thousand tasks takes long to copy. */
const samePlan = 'same';

/** An object whose plan may have crossed the port before. */
type Crossing<T extends { readonly plan?: unknown }> = Omit<T, 'plan'> & {
  readonly plan?: T['plan'] | typeof samePlan;
};

/** The engine as it crosses the port. */
interface EngineAtPort extends Omit<EngineForPlans, 'start' | 'fork' | 'prepare' | 'earlierRuns'> {
  start(request: Crossing<Parameters<EngineForPlans['start']>[0]>): Promise<string>;
  fork(request: Crossing<Parameters<EngineForPlans['fork']>[0]>): Promise<string>;
  prepare(request: { readonly plan?: Plan | typeof samePlan }): Promise<void>;
  earlierRuns(...wish: Parameters<EngineForPlans['earlierRuns']>): Promise<readonly Crossing<EarlierRun>[]>;
}

/** Serves the document worker at the other end of a port. */
export function servePlans(engine: EngineForPlans, port: MessagePort): void {
  registerFailureTransfer();
  let last: Plan | undefined;
  const takePlan = (plan: Plan | typeof samePlan | undefined): { readonly plan?: Plan } => {
    if (plan !== samePlan && plan !== undefined) last = plan;
    return defined({ plan: plan === samePlan ? last : plan });
  };
  const served: EngineAtPort = {
    ...engine,
    start: async (request) => {
      const { plan } = takePlan(request.plan);
      if (plan === undefined) throw new AppError('INTERNAL', 'A run was started without a plan.');
      return engine.start({ ...request, plan });
    },
    fork: ({ plan, ...request }) => engine.fork({ ...request, ...takePlan(plan) }),
    prepare: ({ plan }) => engine.prepare(takePlan(plan).plan),
    earlierRuns: async (...wish) => {
      const known = last;
      const runs = await engine.earlierRuns(...wish);
      return runs.map((run) => (run.plan === known ? { ...run, plan: samePlan } : run));
    },
  };
  expose(served, port);
}

/** The engine at the other end of a port. Every rejection is an `AppError`. */
export function connectPlans(port: MessagePort): EngineForPlans {
  registerFailureTransfer();
  const engine = wrap<EngineAtPort>(port) as EngineAtPort;
  let last: Plan | undefined;
  const sendPlan = (plan: Plan | undefined): { readonly plan?: Plan | typeof samePlan } => {
    if (plan === undefined) return {};
    if (plan === last) return { plan: samePlan };
    last = plan;
    return { plan };
  };
  return {
    start: (request) => engine.start({ ...request, ...sendPlan(request.plan) }),
    fork: (request) => engine.fork({ ...request, ...sendPlan(request.plan) }),
    prepare: (plan) => engine.prepare(sendPlan(plan)),
    earlierRuns: async (...wish) => {
      // Messages keep their order: this is the last plan at the other end when this call arrives there.
      const known = last;
      const runs = await engine.earlierRuns(...wish);
      return runs.map((run) => (run.plan === samePlan ? { ...run, plan: known } : run) as EarlierRun);
    },
    runsBefore: (id) => engine.runsBefore(id),
    textNames: (...wish) => engine.textNames(...wish),
    fillText: (...wish) => engine.fillText(...wish),
    tryExpression: (...wish) => engine.tryExpression(...wish),
    inspectFiles: (...wish) => engine.inspectFiles(...wish),
  };
}

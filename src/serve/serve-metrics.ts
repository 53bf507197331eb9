import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RunEvent } from '@/run/events';

/** Figures of a server, for Prometheus. */
export interface ServeMetrics {
  request(method: string, route: string, status: number, seconds: number): void;
  events(events: readonly RunEvent[]): void;
  streams(open: number): void;
  /** The figures as text. */
  text(): Promise<{ readonly type: string; readonly body: string }>;
}

/** What the figures are asked of when somebody reads them. */
export interface FiguresHere {
  /** How many runs are under way here. */
  active(): number;
  /** How many of them wait for room in the storage. */
  waitingForRoom(): number;
  /** Effects that this machine performs, for its own runs or those of others: those under way, and all that began. */
  performed(): { readonly underWay: number; readonly begun: number };
}

/** Makes the figures. */
export function createServeMetrics({ active, waitingForRoom, performed }: FiguresHere): ServeMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'heddle_http_request_seconds',
    help: 'Time until the answer of a request begins, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300],
    registers,
  });
  const runs = new Counter({
    name: 'heddle_run_events_total',
    help: 'Runs that started, resumed, paused, completed, failed or were cancelled.',
    labelNames: ['kind'],
    registers,
  });
  const tasks = new Counter({
    name: 'heddle_tasks_total',
    help: 'Tasks that ended, by how.',
    labelNames: ['outcome'],
    registers,
  });
  const calls = new Counter({ name: 'heddle_model_calls_total', help: 'Replies of models.', registers });
  const tokens = new Counter({
    name: 'heddle_tokens_total',
    help: 'Tokens of replies.',
    labelNames: ['direction'],
    registers,
  });
  const cost = new Counter({
    name: 'heddle_cost_usd_total',
    help: 'What replies cost, in USD, without those whose price is not known.',
    registers,
  });
  const streams = new Gauge({ name: 'heddle_event_streams', help: 'Open event streams.', registers });
  new Gauge({
    name: 'heddle_active_runs',
    help: 'Runs that are under way here.',
    registers,
    collect() {
      this.set(active());
    },
  });
  new Gauge({
    name: 'heddle_runs_waiting_for_storage',
    help: 'Runs that wait for room in the storage, such as on a full disk.',
    registers,
    collect() {
      this.set(waitingForRoom());
    },
  });
  new Gauge({
    name: 'heddle_effects_under_way',
    help: 'Calls and scripts that one of several machines performs now, for its own runs or those of others.',
    registers,
    collect() {
      this.set(performed().underWay);
    },
  });
  new Counter({
    name: 'heddle_effects_total',
    help: 'Calls and scripts that one of several machines has begun, for its own runs or those of others.',
    registers,
    collect() {
      this.reset();
      this.inc(performed().begun);
    },
  });
  return {
    request: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    events: (events) => {
      for (const event of events) {
        if (event.kind.startsWith('run.')) runs.inc({ kind: event.kind.slice('run.'.length) });
        else if (event.kind === 'task.completed' || event.kind === 'task.failed') {
          tasks.inc({ outcome: event.kind.slice('task.'.length) });
        } else if (event.kind === 'model.replied' && event.taken === undefined) {
          const { usage } = event.data;
          calls.inc();
          cost.inc(usage.costUsd ?? 0);
          tokens.inc({ direction: 'input' }, usage.inputTokens);
          tokens.inc({ direction: 'output' }, usage.outputTokens);
        }
      }
    },
    streams: (open) => streams.set(open),
    text: async () => ({ type: registry.contentType, body: await registry.metrics() }),
  };
}

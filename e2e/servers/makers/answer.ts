import type { ServerResponse } from 'node:http';
import { anthropicModel } from './anthropic-rules';
import { type Directive, directivesIn, directiveValue, inForce } from './directives';
import { limitsOf, statusOf } from './faults';
import { googleModel } from './google-rules';
import { openaiModel } from './openai-rules';
import { type Pace, type Reading, replyTo, type Says, saidBy, turnOf } from './reply';
import type { Asked, Memory, Refusal } from './rule';
import { brokenRule } from './rules';
import type { Order, SeenRequest } from './seen';
import { type Shape, shapeRefusal } from './shapes';
import { type Frame, stream } from './sse';
import { inputTokens, usageOf } from './usage';
import type { Answer, Wire } from './wire';
import { wireOf } from './wires';

/** The state of a running server. */
export interface Line {
  readonly memory: Memory;
  readonly says: Says | undefined;
  /** Left out: every model answers at once. */
  readonly pace: ((model: string) => Pace) | undefined;
  readonly requests: SeenRequest[];
  readonly orders: { readonly order: Order; left: number }[];
  /** How often faults were used, by prompt. */
  readonly used: Map<string, number>;
  /** How often the same request was made. */
  readonly ordinals: Map<string, number>;
  /** Requests that wait for `release()`. */
  readonly held: Set<() => void>;
}

/** Answers a request, or refuses it, and records the outcome. */
export async function answerTo(line: Line, asked: Asked, path: string, response: ServerResponse): Promise<void> {
  const wire = wireOf(asked.protocol);
  const reading = wire.read(asked);
  const { directives, turn } = directivesFor(line, asked, reading);
  const { maker, protocol, model, headers, body } = asked;
  const seen: SeenRequest = {
    ...{ maker, protocol, model, path, headers, body, prompt: reading.prompt, turn },
    at: Date.now(),
    aborted: false,
  };
  line.requests.push(seen);
  response.on('close', () => {
    seen.aborted = !response.writableFinished;
  });
  await wait(line, directives);
  if (directiveValue(directives, 'reset') !== undefined) {
    seen.refused = { rule: 'fault', status: 0, message: 'connection reset' };
    response.destroy();
    return;
  }
  const own = asked.shape && ownRefusal(asked.shape, asked, directives);
  if (own !== undefined) {
    seen.refused = { rule: 'shape', status: own.status, message: JSON.stringify(own.body) };
    response.writeHead(own.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(own.body));
    return;
  }
  const refusal = refusalOf(line, wire, asked, directives);
  if (refusal !== undefined) {
    seen.refused = { rule: refusal.rule, status: refusal.refusal.status, message: refusal.refusal.message };
    response.writeHead(refusal.refusal.status, { 'content-type': 'application/json', ...refusal.headers });
    response.end(JSON.stringify(wire.error(refusal.refusal)));
    return;
  }
  const ordinal = count(line.ordinals, JSON.stringify([maker, model, reading.prompt, reading.results.length]));
  const thinks = wire.thinks(asked, line.memory);
  const said = line.says?.(reading, ordinal);
  const reply = said === undefined ? replyTo(reading, directives, thinks, ordinal) : saidBy(said, thinks);
  const usage = usageOf(asked, reply, line.memory);
  seen.usage = usage;
  const answer = { asked, memory: line.memory, reply, usage: told(usage, directives), directives };
  const pace = line.pace?.(model);
  if (pace !== undefined) await waitFor(pace.msToFirstToken);
  const writingMs = pace === undefined ? 0 : (usage.output / pace.tokensPerSecond) * 1000;
  await send(wire, answer, response, { untilReleased: () => held(line), writingMs });
}

const waitFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Sending {
  readonly untilReleased: () => Promise<void>;
  /** How long the whole answer takes to be written. */
  readonly writingMs: number;
}

async function send(
  wire: Wire,
  answer: Answer,
  response: ServerResponse,
  { untilReleased, writingMs }: Sending,
): Promise<void> {
  const { asked, directives } = answer;
  const has = (name: string) => directiveValue(directives, name) !== undefined;
  const [left = '499', seconds] = directiveValue(answer.directives, 'left')?.split('/') ?? [];
  for (const [name, value] of Object.entries(limitsOf(asked.maker, Number(left), seconds)))
    response.setHeader(name, value);
  // Google streams a list of chunks unless events are asked for.
  const listed = asked.protocol === 'generate' && asked.stream && asked.query.get('alt') !== 'sse';
  if (!asked.stream || has('whole') || listed) {
    const whole = wire.whole(answer);
    if (writingMs > 0) await waitFor(writingMs);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(listed ? [whole] : whole));
    return;
  }
  const frames = [...wire.frames(answer)];
  const first = frames.findIndex(({ phase }) => phase !== 'start');
  if (has('unknown-events')) frames.splice(first, 0, ...wire.unknown());
  if (has('stream-error')) return stream(response, [...frames.slice(0, first + 1), wire.broken()]);
  const phase = directiveValue(directives, 'hold');
  const hold = phase === undefined || phase === '' ? undefined : { phase, untilReleased };
  return stream(response, frames, { cut: cutOf(frames, directiveValue(directives, 'cut')), hold, writingMs });
}

/** The phase to cut; the answer's first one, if it lacks the requested one. */
function cutOf(frames: readonly Frame[], wanted: string | undefined): string | undefined {
  if (wanted === undefined || frames.some(({ phase }) => phase === wanted)) return wanted;
  return frames.find(({ phase }) => phase !== 'start')?.phase;
}

function directivesFor(
  line: Line,
  { maker, model }: Asked,
  reading: Reading,
): { readonly directives: readonly Directive[]; readonly turn: number } {
  const written = directivesIn(reading.prompt);
  const own = [...written, ...directivesIn(reading.system)];
  const turn = turnOf(reading, own.find(({ name }) => name === 'tools')?.times ?? 1);
  const ordered = line.orders.find(
    ({ order, left }) =>
      left > 0 &&
      (order.maker ?? maker) === maker &&
      (order.model ?? model) === model &&
      reading.prompt.includes(order.match ?? ''),
  );
  if (ordered !== undefined) ordered.left -= 1;
  const now = directivesIn(ordered?.order.directives ?? '');
  return { directives: [...now, ...inForce(own, turn, `${maker} ${model} ${reading.prompt}`, line.used)], turn };
}

async function wait(line: Line, directives: readonly Directive[]): Promise<void> {
  if (directiveValue(directives, 'hold') === '') await held(line);
  const ms = directiveValue(directives, 'slow');
  if (ms !== undefined) await waitFor(Number(ms));
}

/** Resolves with the next `release()`. */
function held({ held: waiting }: Line): Promise<void> {
  return new Promise((resolve) => waiting.add(resolve));
}

interface Refused {
  readonly rule: string;
  readonly refusal: Refusal;
  readonly headers: Readonly<Record<string, string>>;
}

function refusalOf(line: Line, wire: Wire, asked: Asked, directives: readonly Directive[]): Refused | undefined {
  const [status, seconds] = directiveValue(directives, 'status')?.split('/') ?? [];
  if (status !== undefined) return { rule: 'fault', ...statusOf(asked, Number(status), seconds) };
  const params = directives.filter(({ name }) => name === 'param').map(({ value }) => value);
  const broken =
    asked.shape === undefined
      ? brokenRule({ ...asked, refused: [...asked.refused, ...params] }, line.memory)
      : undefined;
  if (broken !== undefined) return { rule: broken.rule.id, refusal: broken.refusal, headers: {} };
  const tokens = inputTokens(asked);
  const window = Number(directiveValue(directives, 'window') ?? windowOf(asked, line.memory));
  return tokens > window ? { rule: 'fault', refusal: wire.tooLong(asked, tokens, window), headers: {} } : undefined;
}

/** The refusal of a server that has words of its own. */
function ownRefusal(shape: Shape, asked: Asked, directives: readonly Directive[]): ReturnType<typeof shapeRefusal> {
  const tokens = inputTokens(asked);
  const window = Number(directiveValue(directives, 'window') ?? Number.POSITIVE_INFINITY);
  return tokens > window ? shape.tooLong(tokens, window) : shapeRefusal(shape, asked.model, asked.body);
}

function windowOf(asked: Asked, memory: Memory): number {
  const model = { openai: openaiModel, anthropic: anthropicModel, google: googleModel, plain: () => undefined }[
    asked.maker
  ](asked, memory);
  return model?.window ?? Number.POSITIVE_INFINITY;
}

function told(usage: Answer['usage'] & object, directives: readonly Directive[]): Answer['usage'] {
  if (directiveValue(directives, 'no-usage') !== undefined) return undefined;
  return directiveValue(directives, 'huge-usage') === undefined
    ? usage
    : { ...usage, output: 1_000_000_000 + usage.thinking };
}

function count(counts: Map<string, number>, key: string): number {
  const before = counts.get(key) ?? 0;
  counts.set(key, before + 1);
  return before;
}

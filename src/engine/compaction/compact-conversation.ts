import { defined } from '@/base/defined';
import { hashValue } from '@/base/hash';
import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { Message } from '@/plan/message';
import type { PlannedCompaction } from '@/plan/plan';
import { appendStep, type JournalPath } from '@/run/journal-path';
import { computeUsageSince } from '@/run/usage-since';
import type { Attempt } from '../attempt';
import { compactMessages } from './compact-messages';
import { writeDigest } from './digest';
import { fitDigest } from './fit-digest';
import { collectDecisions, collectErrors, removeRepeatedLines } from './kept-lines';
import { countCharacters, groupTurns } from './message-text';
import { type Conversation, findOlderTurns, type OlderTurns, type TokenWindow } from './older-turns';
import { countDigestTurns, formatTurnsTitle, formatTurnText, isTurnDigest, mergeDigests } from './turn-digest';

/**
 * The messages of a conversation with its older turns replaced by one message, if the compaction rules require it or
 * they would not fit the window; otherwise the same array. It never separates a tool call from its answer. Each
 * compaction before a turn is recorded there, so a resumed run does the same. `nth`: the number of this compaction
 * before the same turn. A second is needed if the server still finds the request too long, or a fallback answers.
 */
export async function compactConversation(
  conversation: Conversation,
  window: TokenWindow,
  attempt: Attempt,
  nth = 1,
): Promise<readonly Message[]> {
  const { history, plan, journal } = attempt.run;
  const { compaction } = plan;
  const { messages, promptLength, turn } = conversation;
  if (compaction === undefined) return messages;
  const turnKey = appendStep(attempt.path, 'turn', turn);
  const key = appendStep(turnKey, 'compact', nth);
  const recorded = history.steps.get(key);
  // A turn that is recorded used the messages as they are, unless a compaction is recorded too.
  const decided =
    recorded?.kind === 'compaction.done'
      ? { count: recorded.data.messages, trigger: recorded.data.trigger as OlderTurns['trigger'] }
      : history.steps.has(turnKey)
        ? undefined
        : findOlderTurns(conversation, compaction, window);
  if (decided === undefined) return messages;

  const prompt = messages.slice(0, promptLength);
  const older = messages.slice(promptLength, promptLength + decided.count);
  const latest = messages.slice(promptLength + decided.count);
  const step = { kind: 'compaction.done', key, inputHash: hashValue(older as unknown as Json) } as const;
  let isFresh = false;
  const { text, data } = await journal.step(step, async () => {
    isFresh = true;
    const before = attempt.meter.usage;
    const { digest, ...made } = await digestOlderTurns(older, latest.length === 0, compaction, attempt, key);
    const { fits, decisionsFit } = createRoomTest({ prompt, older, latest }, decided, compaction, window);
    const short = writeDigest(fitDigest(digest, fits, decisionsFit));
    const usage = computeUsageSince(before, attempt.meter.usage);
    return {
      text: short,
      data: {
        of: 'conversation',
        trigger: decided.trigger,
        strategy: compaction.strategy,
        preserve: [...compaction.preserve],
        ...made,
        tasks: [],
        before: await journal.payload(encodeJson(older)),
        messages: older.length,
        tokensBefore: window.tokensOf(messages),
        tokensAfter: window.tokensOf([...prompt, createUserMessage(short), ...latest]),
        ...defined({ usage }),
      },
    };
  });
  // The meter counted the usage of a new call when it was made.
  if (!isFresh) attempt.meter.add(data.usage ?? null);
  return [...prompt, createUserMessage(text), ...latest];
}

function createUserMessage(content: string): Message {
  return { role: 'user', content };
}

/**
 * A digest of older turns, merged with the digest of those before them. `withLast`: the last of them has no answer yet,
 * so it is kept in full as far as there is room.
 */
async function digestOlderTurns(
  older: readonly Message[],
  withLast: boolean,
  compaction: PlannedCompaction,
  attempt: Attempt,
  key: JournalPath,
) {
  const [first] = older;
  const earlier = first !== undefined && isTurnDigest(first) ? first : undefined;
  const before = countDigestTurns(earlier);
  const turns = groupTurns(earlier === undefined ? older : older.slice(1));
  const texts = turns.map((turn, index) => formatTurnText(turn, before + index + 1));
  const last = withLast ? turns.at(-1) : undefined;
  const done = last === undefined ? turns : turns.slice(0, -1);
  const title = formatTurnsTitle(before + turns.length);
  const material = { title, messages: done.flat(), outputs: texts.slice(0, done.length), errors: [] };
  const made = await compactMessages(material, compaction, key, (use) => use(attempt));
  const numbered = {
    ...made.digest,
    outputs: made.digest.outputs.map((text) => (made.by === 'agent' ? `Turn ${before + done.length}: ${text}` : text)),
  };
  const merged = mergeDigests(earlier, numbered);
  if (last === undefined) return { ...made, digest: merged };
  const whole = {
    ...numbered,
    outputs: [...merged.outputs, ...texts.slice(done.length)],
    errors: removeRepeatedLines([...merged.errors, ...collectErrors(last)]),
    decisions: removeRepeatedLines([...merged.decisions, ...collectDecisions(last)]),
    gone: merged.gone,
  };
  return { ...made, digest: whole };
}

/**
 * Shares of the window beside the prompt, with and without latest turns: for these turns and the digest, and a larger
 * share that decisions may use.
 */
const shares = { some: { all: 0.7, decisions: 0.85 }, none: { all: 0.85, decisions: 0.95 } };

/**
 * Tests whether a digest fits in place of older turns. It leaves enough room that the next turns need no compaction at
 * once.
 */
function createRoomTest(
  { prompt, latest }: { readonly [K in 'prompt' | 'older' | 'latest']: readonly Message[] },
  { trigger }: OlderTurns,
  { threshold }: PlannedCompaction,
  window: TokenWindow,
) {
  const { usable } = window;
  const share = latest.length === 0 ? shares.none : shares.some;
  const taken = window.tokensOf(prompt);
  const checkWithin = (part: number) => (text: string) => {
    if (trigger === 'on_threshold' && countCharacters([createUserMessage(text)]) > threshold / 2) return false;
    if (usable === undefined) return true;
    return window.tokensOf([...prompt, createUserMessage(text), ...latest]) <= taken + (usable - taken) * part;
  };
  return { fits: checkWithin(share.all), decisionsFit: checkWithin(share.decisions) };
}

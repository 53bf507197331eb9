import type { AttachedFile } from '@/plan/attachments/attached-file';
import { describeFile } from '@/plan/attachments/attachment-parts';
import type { ContextChoice, ContextPlan } from '@/plan/context/context-plan';
import type { SentPart } from '@/plan/message';
import { explainWhyIn, formatHowMuch } from '../context-words';

/** The groups of parts of a call, in the order of the bar, each with its letter. */
export const partGroups = [
  { id: 'system', letter: 'A', label: 'System' },
  { id: 'variables', letter: 'B', label: 'Variables' },
  { id: 'injected', letter: 'C', label: 'Injected from tasks' },
  { id: 'inherited', letter: 'D', label: 'Inherited' },
  { id: 'history', letter: 'E', label: 'History' },
  { id: 'tools', letter: 'F', label: 'Tools' },
  { id: 'task', letter: 'G', label: 'This task' },
] as const;
export type PartGroupId = (typeof partGroups)[number]['id'];

/** Where the text of a part is. `from` and `to`: characters of the part's own text; undefined: all of it. */
export type PartSource =
  | { readonly kind: 'message'; readonly part: SentPart; readonly from?: number; readonly to?: number }
  /** One task's output in the context block, found by its heading. */
  | { readonly kind: 'output'; readonly part: SentPart; readonly id: string; readonly ids: readonly ShownOutput[] }
  | { readonly kind: 'tools' }
  /** It has no text of its own. */
  | { readonly kind: 'frame' };

/** An output in the context block, and how much of it is shown. */
export interface ShownOutput {
  readonly id: string;
  readonly bytes: number;
}

/** A part of what a call was sent, as a row. */
export interface PartRow {
  /** Unique in a call, and the same for the same part of another call. */
  readonly key: string;
  readonly group: PartGroupId;
  readonly label: string;
  readonly why: string;
  readonly how: string;
  readonly bytes: number;
  readonly tokens: number;
  readonly source: PartSource;
  /** Set if the part is an earlier output. */
  readonly choice?: ContextChoice;
}

/** A tool as it was sent. */
export interface SentTool {
  readonly name: string;
}

/** What is known about a call: its parts, its tools with their size, the context plan of its attempt. */
export interface CallParts {
  readonly parts: readonly SentPart[];
  readonly tools: readonly SentTool[];
  /** Of the tools as they were sent. */
  readonly toolBytes: number;
  /** What was sent besides the parts: the frames of the messages, and in calls of older versions the tools. */
  readonly otherTokens: number;
  readonly plan: ContextPlan | undefined;
  /** For each kind of compacted part, how much it replaces, in words. */
  readonly compactedFrom: { readonly [K in 'history' | 'compacted']?: string };
}

type Kind = SentPart['kind'];
type About = { readonly group: PartGroupId; readonly label: string; readonly why: string; readonly how?: string };

const kinds: { readonly [K in Kind]: About } = {
  system: { group: 'system', label: 'System prompt', why: 'Always sent' },
  instructions: { group: 'system', label: 'Task instructions', why: 'Always sent' },
  variables: { group: 'variables', label: 'Of the workflow', why: 'Its agent may see them' },
  current_task: { group: 'variables', label: 'Of the task', why: 'Set by the task' },
  attachments: { group: 'task', label: 'Attachments', why: 'The task attaches them' },
  context: { group: 'injected', label: 'Outputs of tasks', why: 'Relevant enough' },
  previous: { group: 'injected', label: 'Outputs of the steps before', why: 'Steps pass on their outputs' },
  inherited: { group: 'inherited', label: 'Context of the container', why: 'Its container passes it on' },
  matched: { group: 'inherited', label: 'Files', why: 'They match the task', how: 'Those that match' },
  progress: { group: 'history', label: 'Rounds before', why: 'Given to each round' },
  history: { group: 'history', label: 'History', why: 'Its agent is sent it' },
  compacted: { group: 'history', label: 'Turns before, compacted', why: 'Stands for older turns', how: 'Compacted' },
  conversation: { group: 'history', label: 'Turns before', why: 'The same conversation' },
  inputs: { group: 'task', label: 'Inputs', why: 'The task asks for them' },
  description: { group: 'task', label: 'Prompt', why: 'What the task is' },
  expected: { group: 'task', label: 'Expected output', why: 'What the task is' },
  tools: { group: 'tools', label: 'Tools', why: 'The task may call them', how: 'Declarations' },
};

/** The parts of a call as rows, in the order of the groups and, within a group, of the call. */
export function listPartRows(call: CallParts): readonly PartRow[] {
  const seen = new Map<Kind, number>();
  const rows = call.parts.flatMap((part) => {
    const nth = seen.get(part.kind) ?? 0;
    seen.set(part.kind, nth + 1);
    return buildPartRows(part, nth, call);
  });
  const counted = call.parts.some(({ kind }) => kind === 'tools');
  if (call.tools.length > 0 && !counted)
    rows.push(buildToolRow(call, { bytes: call.toolBytes, tokens: call.otherTokens }));
  else if (call.otherTokens > 0 && rows.length > 0) rows.push(buildFrameRow(call));
  const order = new Map(partGroups.map(({ id }, index) => [id, index]));
  return rows.toSorted((one, other) => (order.get(one.group) ?? 0) - (order.get(other.group) ?? 0));
}

/** The rows of a group with their sums; groups without rows are left out. */
export function groupRows(rows: readonly PartRow[]) {
  return partGroups.flatMap((group) => {
    const own = rows.filter((row) => row.group === group.id);
    return own.length === 0 ? [] : [{ ...group, rows: own, tokens: own.reduce((sum, row) => sum + row.tokens, 0) }];
  });
}

function buildPartRows(part: SentPart, nth: number, call: CallParts): PartRow[] {
  const { group, label, why, how = 'Whole' } = kinds[part.kind];
  const outputs = call.plan?.choices.filter(({ verdict }) => verdict !== 'out') ?? [];
  if (part.kind === 'tools') return [buildToolRow(call, part)];
  if (part.kind === 'context' && nth === 0 && outputs.length > 0) return buildOutputRows(part, outputs);
  if (part.file !== undefined) return [buildFileRow(part, part.file, nth)];
  const from = part.kind === 'history' || part.kind === 'compacted' ? call.compactedFrom[part.kind] : undefined;
  return [
    {
      key: nth === 0 ? part.kind : `${part.kind} ${nth + 1}`,
      group,
      label: part.messages > 1 ? `${label}, ${part.messages} messages` : label,
      why: part.from.length > 0 && group === 'task' ? `Names ${part.from.join(', ')}` : why,
      how: from === undefined ? how : `Compacted from ${from}`,
      bytes: part.bytes,
      tokens: part.tokens,
      source: { kind: 'message', part },
    },
  ];
}

function buildFileRow(part: SentPart, file: AttachedFile, nth: number): PartRow {
  const ofTool = part.kind === 'conversation';
  const { group } = kinds[part.kind];
  const why = ofTool ? 'A tool gave it' : kinds.attachments.why;
  const { bytes, tokens } = part;
  const how = describeFile(file);
  return {
    key: `${part.kind} file ${nth + 1}`,
    group,
    label: file.name,
    why,
    how,
    bytes,
    tokens,
    source: { kind: 'message', part },
  };
}

/** The tokens of the block are distributed by bytes, so that the rows add up to it. */
function buildOutputRows(part: SentPart, choices: readonly ContextChoice[]): PartRow[] {
  const ids = choices.map(({ id, shown }) => ({ id, bytes: shown }));
  const bytes = choices.reduce((sum, { shown }) => sum + shown, 0);
  let [bytesSoFar, tokensSoFar] = [0, 0];
  return choices.map((choice) => {
    bytesSoFar += choice.shown;
    const upTo = bytes === 0 ? part.tokens : Math.round((part.tokens * bytesSoFar) / bytes);
    const tokens = upTo - tokensSoFar;
    tokensSoFar = upTo;
    return {
      key: `context ${choice.id}`,
      group: 'injected',
      label: choice.id,
      why: explainWhyIn(choice),
      how: formatHowMuch(choice),
      bytes: choice.shown,
      tokens,
      source: { kind: 'output', part, id: choice.id, ids },
      choice,
    };
  });
}

/** What the messages cost besides their text, so that the parts add up to what was sent. */
function buildFrameRow({ otherTokens }: CallParts): PartRow {
  return {
    key: 'frame',
    group: 'task',
    label: 'Overhead of the messages',
    why: 'Marks where each begins',
    how: 'By the model',
    bytes: 0,
    tokens: otherTokens,
    source: { kind: 'frame' },
  };
}

function buildToolRow({ tools }: CallParts, { bytes, tokens }: Pick<SentPart, 'bytes' | 'tokens'>): PartRow {
  const { group, label: unnamed, why, how = '' } = kinds.tools;
  const [first = unnamed, ...more] = tools.map(({ name }) => name);
  return {
    key: 'tools',
    group,
    label: `${first}${more.length > 0 ? ` and ${more.length} more` : ''}`,
    why,
    how,
    bytes,
    tokens,
    source: { kind: 'tools' },
  };
}

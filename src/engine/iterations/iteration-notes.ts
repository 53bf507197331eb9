import { z } from 'zod';
import { defined } from '@/base/defined';
import type { Json } from '@/base/json';
import type { EventOf, RunEvent } from '@/run/events';
import { noText } from '@/run/iteration-log';
import { appendStep, type JournalPath, parsePathSteps } from '@/run/journal-path';
import {
  addEndedPart,
  addToNote,
  closeSpan,
  createEmptyNote,
  type IterationNote,
  iterationNoteSchema,
  type NotedEvent,
  pickLatestWork,
  readEventWork,
  type Work,
} from './iteration-note';
import { buildEndedPart, buildScriptPart, type OpenPart, openPartSchema } from './iteration-parts';

const notesSchema = z.strictObject({
  count: z.number().int(),
  open: z.array(
    z.tuple([z.string(), z.strictObject({ note: iterationNoteSchema.optional(), part: openPartSchema.optional() })]),
  ),
});

/** A round or an attempt with its note, or a task that is a part of one; and the scopes inside it. */
interface Scope {
  note?: IterationNote;
  part?: OpenPart;
  readonly within: Map<string, Scope>;
}

/**
 * What the open iterations have done so far, and how many were logged. It is a fold over the log of a run, so any
 * process that ends an iteration can log all of it. An iteration is forgotten once it is logged, and a task with
 * everything in it once it has ended.
 */
export class IterationNotes {
  readonly #run: Scope = { within: new Map() };
  #count = 0;

  /**
   * Restores what {@link IterationNotes.toJson} returned; it takes over the given value. Throws if the value has
   * another form.
   */
  static of(json: Json): IterationNotes {
    notesSchema.parse(json);
    // It uses the original and not the parsed value: the fields keep their order, so that it is written again
    // unchanged.
    const { count, open } = json as z.infer<typeof notesSchema>;
    const notes = new IterationNotes();
    notes.#count = count;
    for (const [path, known] of open) Object.assign(notes.#scopeAt(path), known);
    return notes;
  }

  /** Everything needed to continue from here. Write it before further events are added. */
  toJson(): Json {
    const open = [...walkScopes(this.#run, '')].flatMap(([path, { note, part }]) =>
      note === undefined && part === undefined ? [] : [[path, defined({ note, part })]],
    );
    return { count: this.#count, open } as unknown as Json;
  }

  /** Number of iterations that the run has logged. */
  get count(): number {
    return this.#count;
  }

  /** The note of the iteration at a path: a round or an attempt. */
  noteOf(path: JournalPath): IterationNote {
    if (this.#isUnset) return createEmptyNote();
    let scope: Scope | undefined = this.#run;
    for (const { piece } of splitPath(path)) scope = scope?.within.get(piece);
    return scope?.note ?? createEmptyNote();
  }

  /** Takes an event. Events come in the order of the log, each once. */
  apply(event: RunEvent): void {
    switch (event.kind) {
      case 'model.replied':
        // Steps of a pipeline are not noted: there can be millions of them, and the log has them all.
        if (!event.path.includes('/step/')) this.#add(event);
        return;
      case 'model.requested':
      case 'script.exited':
      case 'tool.called':
      case 'effect.recorded':
        this.#add(event);
        return;
      case 'iteration.logged':
        this.#count += 1;
        this.#forget(event.path);
        return;
      case 'task.started':
        this.#startPart(event);
        return;
      case 'task.completed':
      case 'task.failed':
        this.#endPart(event);
        this.#forget(event.path);
        return;
      case 'task.skipped':
      case 'task.cancelled':
        this.#forget(event.path);
        return;
      case 'run.resumed':
        if (event.data.reason === 'reload')
          for (const [, { note }] of walkScopes(this.#run, '')) if (note) closeSpan(note);
        return;
      default:
        return;
    }
  }

  #add(event: NotedEvent): void {
    const pieces = splitPath(event.path);
    const scopes = this.#scopesTo(pieces);
    const innermostTask = pieces.findLastIndex(({ isTask }) => isTask);
    const work = readEventWork(event);
    for (const [index, scope] of scopes.entries()) {
      const { isTask, copied } = pieces[index] ?? { isTask: true };
      if (isTask) continue;
      scope.note ??= createEmptyNote();
      addToNote(scope.note, event, copied);
      if (index > innermostTask) scope.note.work = pickLatestWork(scope.note.work, work);
    }
    if (work !== undefined) this.#addWork(event, work, pieces, scopes);
    // A replay sends no requests.
    const part = scopes[innermostTask]?.part;
    if (part !== undefined && event.kind === 'model.replied') part.work ??= { command: noText };
  }

  /** Adds what a part runs. A script that no task of the round runs was asked for by its director. */
  #addWork(event: NotedEvent, work: Work, pieces: readonly Piece[], scopes: readonly Scope[]): void {
    const last = pieces.at(-1);
    if (event.kind === 'script.exited' && last?.isRound) {
      for (const { note } of scopes) if (note !== undefined) addEndedPart(note, buildScriptPart(event, work));
      return;
    }
    const part = scopes[pieces.findLastIndex(({ isTask }) => isTask)]?.part;
    if (part !== undefined) part.work = pickLatestWork(part.work, work);
  }

  /** A task within an iteration is a part of it. */
  #startPart({ path, data: { type } }: EventOf<'task.started'>): void {
    const pieces = splitPath(path);
    if (pieces.length < 2) return;
    const scopes = this.#scopesTo(pieces);
    const container = scopes[pieces.slice(0, -1).findLastIndex(({ isTask }) => isTask)];
    if (container?.part !== undefined) container.part.holdsParts = true;
    const scope = scopes.at(-1);
    if (scope !== undefined) scope.part ??= { type };
  }

  #endPart(event: EventOf<'task.completed' | 'task.failed'>): void {
    const pieces = splitPath(event.path);
    if (pieces.length < 2) return;
    const scopes = this.#scopesTo(pieces);
    const part = buildEndedPart(event, scopes.at(-1)?.part);
    if (part === undefined) return;
    for (const [index, scope] of scopes.entries()) {
      if (pieces[index]?.isTask !== false) continue;
      scope.note ??= createEmptyNote();
      addEndedPart(scope.note, part);
    }
  }

  #scopeAt(path: JournalPath): Scope {
    return this.#scopesTo(splitPath(path)).at(-1) ?? this.#run;
  }

  /** The scopes along a path, outermost first; missing ones are created. */
  #scopesTo(pieces: readonly Piece[]): readonly Scope[] {
    let scope = this.#run;
    return pieces.map(({ piece }) => {
      const inner = scope.within.get(piece) ?? { within: new Map() };
      scope.within.set(piece, inner);
      scope = inner;
      return inner;
    });
  }

  get #isUnset(): boolean {
    return this.#run.within.size === 0;
  }

  #forget(path: JournalPath): void {
    if (this.#isUnset) return;
    const pieces = splitPath(path);
    const last = pieces.pop();
    let scope: Scope | undefined = this.#run;
    for (const { piece } of pieces) scope = scope?.within.get(piece);
    if (last !== undefined) scope?.within.delete(last.piece);
  }
}

/** A piece of a path, which ends with a task, a round or an attempt. */
interface Piece {
  readonly piece: string;
  readonly isTask: boolean;
  readonly isRound: boolean;
  /** Whether the rest of the path lies in a try or a sample, which works on a copy of the files. */
  copied: boolean;
}

/** Splits a path into pieces. What follows the last task, round or attempt is left out. */
function splitPath(path: JournalPath): Piece[] {
  const pieces: Piece[] = [];
  let piece = '';
  for (const { kind, name } of parsePathSteps(path)) {
    piece = appendStep(piece, kind, name);
    if (kind === 'try' || kind === 'sample') for (const outer of pieces) outer.copied = true;
    if (kind !== 'task' && kind !== 'iter' && kind !== 'attempt') continue;
    pieces.push({ piece, isTask: kind === 'task', isRound: kind === 'iter', copied: false });
    piece = '';
  }
  return pieces;
}

function* walkScopes(scope: Scope, path: JournalPath): IterableIterator<[JournalPath, Scope]> {
  yield [path, scope];
  for (const [piece, inner] of scope.within) yield* walkScopes(inner, path === '' ? piece : `${path}/${piece}`);
}

import { z } from 'zod';
import type { Json } from '@/base/json';
import type { RunEvent } from '@/run/events';
import { at, type JournalPath, stepsOf } from '@/run/journal-path';
import {
  addToNote,
  closeSpan,
  emptyNote,
  type IterationNote,
  iterationNoteSchema,
  type NotedEvent,
} from './iteration-note';

const notesSchema = z.strictObject({
  count: z.number().int(),
  open: z.array(z.tuple([z.string(), iterationNoteSchema])),
});

/** A round or an attempt with what is noted of it, or a task; and those in it. */
interface Scope {
  note?: IterationNote;
  readonly within: Map<string, Scope>;
}

/**
 * What the iterations that are under way have done so far, and how many there were: a fold over the log of a run, so
 * that each is told as a whole by whichever process ends it. An iteration is forgotten once it is logged, and a task
 * with all in it once it has ended.
 */
export class IterationNotes {
  readonly #run: Scope = { within: new Map() };
  #count = 0;

  /**
   * Goes on from what {@link IterationNotes.toJson} gave, which it takes for its own. Throws if it is nothing of the
   * sort.
   */
  static of(json: Json): IterationNotes {
    notesSchema.parse(json);
    // As it is, not as it was parsed: fields keep their order, so that what is written again is the same.
    const { count, open } = json as z.infer<typeof notesSchema>;
    const notes = new IterationNotes();
    notes.#count = count;
    for (const [path, note] of open) {
      const scope = notes.#scopesTo(pathIn(path)).at(-1);
      if (scope !== undefined) scope.note = note;
    }
    return notes;
  }

  /** All that is to be known to go on from here; to be written down before further events come. */
  toJson(): Json {
    return { count: this.#count, open: [...open(this.#run, '')] } as unknown as Json;
  }

  /** How many iterations the run has logged. */
  get count(): number {
    return this.#count;
  }

  /** What is known of the iteration at a path: a round, or an attempt. */
  noteOf(path: JournalPath): IterationNote {
    if (this.#isEmpty) return emptyNote();
    let scope: Scope | undefined = this.#run;
    for (const { piece } of pathIn(path)) scope = scope?.within.get(piece);
    return scope?.note ?? emptyNote();
  }

  /** Takes an event. They come in the order of the log, each once. */
  apply(event: RunEvent): void {
    switch (event.kind) {
      case 'model.replied':
        // Steps of a pipeline: there are millions of them, and the log has them all.
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
      case 'task.completed':
      case 'task.failed':
      case 'task.skipped':
      case 'task.cancelled':
        this.#forget(event.path);
        return;
      case 'run.resumed':
        if (event.data.reason === 'reload') for (const [, note] of open(this.#run, '')) closeSpan(note);
        return;
      default:
        return;
    }
  }

  #add(event: NotedEvent): void {
    const pieces = pathIn(event.path);
    for (const [index, scope] of this.#scopesTo(pieces).entries()) {
      const { isTask, copied } = pieces[index] ?? { isTask: true };
      if (isTask) continue;
      scope.note ??= emptyNote();
      addToNote(scope.note, event, copied);
    }
  }

  /** The scopes on the way to a place, outermost first; made where there are none. */
  #scopesTo(pieces: readonly Piece[]): readonly Scope[] {
    let scope = this.#run;
    return pieces.map(({ piece }) => {
      const inner = scope.within.get(piece) ?? { within: new Map() };
      scope.within.set(piece, inner);
      scope = inner;
      return inner;
    });
  }

  get #isEmpty(): boolean {
    return this.#run.within.size === 0;
  }

  #forget(path: JournalPath): void {
    if (this.#isEmpty) return;
    const pieces = pathIn(path);
    const last = pieces.pop();
    let scope: Scope | undefined = this.#run;
    for (const { piece } of pieces) scope = scope?.within.get(piece);
    if (last !== undefined) scope?.within.delete(last.piece);
  }
}

/** A part of a path that ends with a task, a round or an attempt. */
interface Piece {
  readonly piece: string;
  readonly isTask: boolean;
  /** Whether what comes after it on the path is in a try of best_of: with a copy of the files. */
  copied: boolean;
}

/** A path in pieces; what comes after the last task, round or attempt is left out. */
function pathIn(path: JournalPath): Piece[] {
  const pieces: Piece[] = [];
  let piece = '';
  for (const { kind, name } of stepsOf(path)) {
    piece = at(piece, kind, name);
    if (kind === 'try') for (const outer of pieces) outer.copied = true;
    if (kind !== 'task' && kind !== 'iter' && kind !== 'attempt') continue;
    pieces.push({ piece, isTask: kind === 'task', copied: false });
    piece = '';
  }
  return pieces;
}

function* open(scope: Scope, path: JournalPath): IterableIterator<[JournalPath, IterationNote]> {
  if (scope.note !== undefined) yield [path, scope.note];
  for (const [piece, inner] of scope.within) yield* open(inner, path === '' ? piece : `${path}/${piece}`);
}

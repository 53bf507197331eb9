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

/** A round or an attempt with its note, or a task; and the scopes inside it. */
interface Scope {
  note?: IterationNote;
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
    for (const [path, note] of open) {
      const scope = notes.#scopesTo(pathIn(path)).at(-1);
      if (scope !== undefined) scope.note = note;
    }
    return notes;
  }

  /** Everything needed to continue from here. Write it before further events are added. */
  toJson(): Json {
    return { count: this.#count, open: [...open(this.#run, '')] } as unknown as Json;
  }

  /** Number of iterations that the run has logged. */
  get count(): number {
    return this.#count;
  }

  /** The note of the iteration at a path: a round or an attempt. */
  noteOf(path: JournalPath): IterationNote {
    if (this.#isEmpty) return emptyNote();
    let scope: Scope | undefined = this.#run;
    for (const { piece } of pathIn(path)) scope = scope?.within.get(piece);
    return scope?.note ?? emptyNote();
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

/** A piece of a path, which ends with a task, a round or an attempt. */
interface Piece {
  readonly piece: string;
  readonly isTask: boolean;
  /** Whether the rest of the path lies in a try or a sample, which works on a copy of the files. */
  copied: boolean;
}

/** Splits a path into pieces. What follows the last task, round or attempt is left out. */
function pathIn(path: JournalPath): Piece[] {
  const pieces: Piece[] = [];
  let piece = '';
  for (const { kind, name } of stepsOf(path)) {
    piece = at(piece, kind, name);
    if (kind === 'try' || kind === 'sample') for (const outer of pieces) outer.copied = true;
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

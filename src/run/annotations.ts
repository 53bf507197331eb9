import { z } from 'zod';
import { defined, omitEmpty } from '@/base/defined';
import { cutToStart } from '@/base/start-of';

/** The most tags of a run, and the most characters of a tag and of a note. */
export const annotationLimits = { tags: 20, tag: 40, note: 5000 } as const;

const tag = z.string().min(1).max(annotationLimits.tag);

/** What a person wrote about a run: no part of its log. */
export const annotationsSchema = z.strictObject({
  starred: z.literal(true).exactOptional(),
  /** Without doubles; letter case is kept, and ignored where tags are compared. */
  tags: z.array(tag).min(1).max(annotationLimits.tags).readonly().exactOptional(),
  note: z.string().min(1).max(annotationLimits.note).exactOptional(),
});
export type Annotations = z.infer<typeof annotationsSchema>;

/** A change of annotations: what is left out stays, false and empty values remove. */
export interface AnnotationChange {
  readonly starred?: boolean;
  readonly tags?: readonly string[];
  readonly note?: string;
}

/**
 * The annotations after a change; undefined: none are left. Tags lose surrounding space and doubles; what is over the
 * limits is cut off.
 */
export function applyAnnotationChange(
  before: Annotations | undefined,
  change: AnnotationChange,
): Annotations | undefined {
  const starred = change.starred ?? before?.starred ?? false;
  const tags = change.tags === undefined ? (before?.tags ?? []) : tidyTags(change.tags);
  const note = change.note === undefined ? before?.note : cutToStart(change.note.trim(), annotationLimits.note).trim();
  const after: Annotations = defined({ starred: starred || undefined, tags: omitEmpty(tags), note: note || undefined });
  return Object.keys(after).length === 0 ? undefined : after;
}

/** The change that leads from any annotations to these. */
export function changeTo(annotations: Annotations | undefined): Required<AnnotationChange> {
  return { starred: annotations?.starred ?? false, tags: annotations?.tags ?? [], note: annotations?.note ?? '' };
}

/** Tags from a text that separates them by commas, as in a form. */
export function parseTags(text: string): readonly string[] {
  return tidyTags(text.split(/[,\n]/));
}

/** The annotations on one line: a star, the tags, the note. Empty if there are none. */
export function formatAnnotations({ starred, tags = [], note }: Annotations = {}): string {
  const parts = [starred && '★', tags.join(', '), note?.replace(/\s+/g, ' ')];
  return parts.filter(Boolean).join(' · ');
}

function tidyTags(tags: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const written of tags) {
    const text = cutToStart(written.replace(/\s+/g, ' ').trim(), annotationLimits.tag).trim();
    const key = text.toLowerCase();
    if (text !== '' && !found.has(key)) found.set(key, text);
  }
  return [...found.values()].slice(0, annotationLimits.tags);
}

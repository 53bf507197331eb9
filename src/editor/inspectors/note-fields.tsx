import { defined } from '@/base/defined';
import { useDocument, useStores } from '@/state/context';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { TextArea } from '@/ui/form/text-area';
import { firstNoteColor, type NoteColor, noteColorNames, noteColors } from '@/workflow/note-colors';
import { type NoteKey, noteByKey } from '@/workflow/notes';
import { getAction } from '../actions/actions';
import { colorNotes } from '../actions/note-edits';
import { useNoteText } from '../canvas/notes/use-note-text';
import { Section } from './fields/section';

const options = noteColors.map((value) => ({ value, label: noteColorNames[value] }));

/** The form of the selected notes: their colour, and the text of a single one. */
export function NoteFields({ keys }: { readonly keys: readonly NoteKey[] }) {
  const stores = useStores();
  const [first] = keys;
  const note = useDocument(({ document }) => noteByKey(document, first ?? ''));
  if (first === undefined || note === undefined) return null;
  return (
    <Section {...defined({ title: keys.length > 1 ? `${keys.length} notes selected` : undefined })}>
      {keys.length === 1 && <TextOfNote key={first} noteKey={first} text={note.text} />}
      <Field label="Colour">
        <Select<NoteColor>
          name="color"
          value={note.color ?? firstNoteColor}
          options={options}
          onChange={(color) => void colorNotes(stores, keys, color)}
        />
      </Field>
      <div>
        <Button variant="danger" onClick={() => void getAction('delete').run(stores)}>
          {keys.length === 1 ? 'Delete the note' : `Delete ${keys.length} notes`}
        </Button>
      </div>
    </Section>
  );
}

function TextOfNote({ noteKey, text }: { readonly noteKey: NoteKey; readonly text: string }) {
  const [shown, type] = useNoteText(noteKey, text);
  return (
    <Field label="Text" hint="Markdown. It means nothing to a run.">
      <TextArea name="text" value={shown} onChange={type} rows={6} />
    </Field>
  );
}

/** A workflow that asks a person between two calls. */
export const asking = `
name: Release
default_model: sim:echo
tasks:
  draft: { description: Draft the notes. }
  version: { type: ask, message: Which version is it?, depends_on: [draft], form: { word: { type: text } } }
  notes: { description: "Notes of {{version.output.word}}", depends_on: [version] }
`;

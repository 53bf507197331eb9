import { type Command, command } from './command';

const json = { type: 'boolean', help: 'print JSON for another program' } as const;
const provider = {
  type: 'string',
  multiple: true,
  value: 'ID',
  help: 'take ID for a known provider of models (may be repeated)',
} as const;

/** Every command by its name, in the order of the help. */
export const commands: Readonly<Record<string, Command>> = {
  validate: command(
    {
      summary: 'Tell what is wrong with workflows, and where.',
      usage: '[--json] FILE…',
      options: { json, provider },
    },
    async () => (await import('./commands/validate')).validate,
  ),
  convert: command(
    {
      summary: 'Write a workflow in another notation.',
      usage: 'FILE --to yaml|xml|json [--out FILE]',
      options: {
        to: { type: 'string', value: 'NOTATION', help: 'yaml, xml, or json (keys sorted, for other programs)' },
        out: { type: 'string', value: 'FILE', help: 'write to FILE instead of standard output' },
        lenient: { type: 'boolean', help: 'convert what can be saved of a text with errors' },
        'no-layout': { type: 'boolean', help: 'leave out where tasks stand on the canvas' },
      },
    },
    async () => (await import('./commands/convert')).convert,
  ),
  plan: command(
    {
      summary: 'Show the order of the tasks, and what a run will take. Nothing is sent.',
      usage: 'FILE [--json]',
      options: { json, provider },
    },
    async () => (await import('./commands/plan')).plan,
  ),
  schema: command(
    { summary: 'Print the schema of the language: JSON Schema or XSD.', usage: 'json|xsd', options: {} },
    async () => (await import('./commands/schema')).schema,
  ),
};

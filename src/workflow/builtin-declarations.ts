import type { JsonObject } from '@/base/json';
import type { builtinToolNames } from './builtin-names';

/**
 * Declaration of a tool that comes with Heddle, as sent to models: what it is for, and the JSON Schema of its
 * arguments.
 */
export interface BuiltinDeclaration {
  readonly description: string;
  readonly parameters: JsonObject;
}

const path = buildTextSchema('Absolute path of the file, such as /notes/a.md.');

const whoDoesIt = {
  model: buildTextSchema('The model that does it, provider:model. Default: yours.'),
  agent: buildTextSchema('In the place of a model: the name of an agent of the workflow.'),
};
const retries = { type: 'integer', minimum: 0, description: 'How often it is tried again if it fails.' };

/** Declarations of the tools that come with Heddle; the engine performs them. */
export const builtinDeclarations: { readonly [N in (typeof builtinToolNames)[number]]: BuiltinDeclaration } = {
  ask_user: {
    description: 'Ask the person a question, and wait for the answer. Ask only what you cannot find out yourself.',
    parameters: buildParametersSchema(
      { question: buildTextSchema('The question, whole and understandable by itself.') },
      ['question'],
    ),
  },
  note: {
    description: 'Add to the notes of your result: which data you used, and what whoever reads the result should know.',
    parameters: buildParametersSchema({
      data_usage: buildTextSchema('Which of the data you used, and what for.'),
      text: buildTextSchema('Anything else worth noting. Begin a decision with “Decision:”.'),
    }),
  },
  request_evaluation: {
    description:
      'Have what you wrote in this turn evaluated before you go on: write your whole draft as text, and call this. ' +
      'Once it is as it should be, answer without calling it.',
    parameters: buildParametersSchema({
      type: buildTextSchema('What is to be evaluated, or bash_script to have a script run on the draft first.'),
      criteria: {
        anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
        description: 'What to judge by.',
      },
      target: buildTextSchema('With bash_script: the script, which gets the draft on its standard input.'),
    }),
  },
  list_files: {
    description: 'List the files that can be read: path, size in bytes, and what is known about each.',
    parameters: buildParametersSchema({ prefix: buildTextSchema('Only paths that begin so.') }),
  },
  read_file: {
    description: 'Read a file. Of a long one, read on with the offset that is told at the end.',
    parameters: buildParametersSchema(
      { path, offset: { type: 'integer', minimum: 0, description: 'Bytes to leave out. Default 0.' } },
      ['path'],
    ),
  },
  write_file: {
    description: 'Write a file: it is made, or replaced as a whole.',
    parameters: buildParametersSchema({ path, content: buildTextSchema('The whole content.') }, ['path', 'content']),
  },
  edit_file: {
    description: 'Change one place of a text file: old_text, which must be there exactly once, becomes new_text.',
    parameters: buildParametersSchema(
      {
        path,
        old_text: { type: 'string', minLength: 1, description: 'The text as it stands in the file, line breaks too.' },
        new_text: buildTextSchema('What stands there afterwards; empty to remove it.'),
      },
      ['path', 'old_text', 'new_text'],
    ),
  },
  delete_file: {
    description: 'Delete a file.',
    parameters: buildParametersSchema({ path }, ['path']),
  },
  run_script: {
    description: 'Run a script, and get what it writes.',
    parameters: buildParametersSchema(
      {
        language: { enum: ['bash', 'javascript'], description: 'Default bash.' },
        content: buildTextSchema('The script.'),
        stdin: buildTextSchema('Its standard input. Default empty.'),
      },
      ['content'],
    ),
  },
  attach_file: {
    description: 'Put a file into the context of this conversation. It stays there until detach_file takes it out.',
    parameters: buildParametersSchema({ path: buildTextSchema('Absolute path of the file.') }, ['path']),
  },
  detach_file: {
    description: 'Take a file out of the context that attach_file put there, to make room.',
    parameters: buildParametersSchema({ path: buildTextSchema('Absolute path of the file.') }, ['path']),
  },
  remember: {
    description: 'Remember something for later tasks and runs.',
    parameters: buildParametersSchema({ text: buildTextSchema('What to remember, in Markdown.') }, ['text']),
  },
  recall: {
    description:
      'Recall what was remembered, the newest first: all of it, or what has most of the words that are asked for.',
    parameters: buildParametersSchema({ query: buildTextSchema('Words to look for.') }),
  },
  spawn_task: {
    description:
      'Have a task done apart, and get its result. Say what is to be done, or name a function of the library.',
    parameters: buildParametersSchema({
      description: buildTextSchema('What is to be done: all that is needed to know, for it sees nothing else.'),
      ref: buildTextSchema('In the place of a description: the name of a function of the library.'),
      inputs: { type: 'object', description: 'Values that it is given, by name; of a function its arguments.' },
      ...whoDoesIt,
      max_retries: retries,
    }),
  },
  run_pipeline: {
    description:
      'Go through a plan step by step: each step gets the state that the one before it left, and nothing else. Gives the final state.',
    parameters: buildParametersSchema(
      {
        plan: {
          type: 'array',
          items: { type: 'string' },
          minItems: 1,
          description: 'What is to be done, a text for each step.',
        },
        state: buildTextSchema('The state before the first step.'),
        ...whoDoesIt,
        pipeline_id: { type: 'string', minLength: 1, description: 'Its name in the log.' },
        state_template: buildTextSchema('Prompt of a step, with {state}, {step}, {i} and {total}.'),
        max_retries: retries,
        voting: {
          type: 'object',
          description: 'Samples of each step until one answer is k votes ahead.',
          properties: { k: { type: 'integer', minimum: 1 }, max_retries: { type: 'integer', minimum: 1 } },
          required: ['k'],
        },
      },
      ['plan', 'state'],
    ),
  },
};

/** JSON Schema of arguments: the properties, and which of them are required. */
function buildParametersSchema(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** JSON Schema of a text with a description. */
function buildTextSchema(description: string): JsonObject {
  return { type: 'string', description };
}

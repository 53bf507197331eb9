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

const path = text('Absolute path of the file, such as /notes/a.md.');

/** Declarations of the tools that come with Heddle; the engine performs them. */
export const builtinDeclarations: { readonly [N in (typeof builtinToolNames)[number]]: BuiltinDeclaration } = {
  ask_user: {
    description: 'Ask the person a question, and wait for the answer. Ask only what you cannot find out yourself.',
    parameters: parameters({ question: text('The question, whole and understandable by itself.') }, ['question']),
  },
  note: {
    description: 'Add to the notes of your result: which data you used, and what whoever reads the result should know.',
    parameters: parameters({
      data_usage: text('Which of the data you used, and what for.'),
      text: text('Anything else worth noting. Begin a decision with “Decision:”.'),
    }),
  },
  request_evaluation: {
    description:
      'Have what you wrote in this turn evaluated before you go on: write your whole draft as text, and call this. ' +
      'Once it is as it should be, answer without calling it.',
    parameters: parameters({
      type: text('What is to be evaluated, or bash_script to have a script run on the draft first.'),
      criteria: {
        anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
        description: 'What to judge by.',
      },
      target: text('With bash_script: the script, which gets the draft on its standard input.'),
    }),
  },
  list_files: {
    description: 'List the files that can be read: path, size in bytes, and what is known about each.',
    parameters: parameters({ prefix: text('Only paths that begin so.') }),
  },
  read_file: {
    description: 'Read a file. Of a long one, read on with the offset that is told at the end.',
    parameters: parameters(
      { path, offset: { type: 'integer', minimum: 0, description: 'Bytes to leave out. Default 0.' } },
      ['path'],
    ),
  },
  write_file: {
    description: 'Write a file: it is made, or replaced as a whole.',
    parameters: parameters({ path, content: text('The whole content.') }, ['path', 'content']),
  },
  delete_file: {
    description: 'Delete a file.',
    parameters: parameters({ path }, ['path']),
  },
  run_script: {
    description: 'Run a script, and get what it writes.',
    parameters: parameters(
      {
        language: { enum: ['bash', 'javascript'], description: 'Default bash.' },
        content: text('The script.'),
        stdin: text('Its standard input. Default empty.'),
      },
      ['content'],
    ),
  },
  attach_file: {
    description: 'Put a file into the context of this conversation. It stays there until detach_file takes it out.',
    parameters: parameters({ path: text('Absolute path of the file.') }, ['path']),
  },
  detach_file: {
    description: 'Take a file out of the context that attach_file put there, to make room.',
    parameters: parameters({ path: text('Absolute path of the file.') }, ['path']),
  },
  remember: {
    description: 'Remember something for later tasks and runs.',
    parameters: parameters({ text: text('What to remember, in Markdown.') }, ['text']),
  },
  recall: {
    description:
      'Recall what was remembered, the newest first: all of it, or what has most of the words that are asked for.',
    parameters: parameters({ query: text('Words to look for.') }),
  },
  spawn_task: {
    description:
      'Have a task done apart, and get its result. Say what is to be done, or name a function of the library.',
    parameters: parameters({
      description: text('What is to be done: all that is needed to know, for it sees nothing else.'),
      ref: text('In the place of a description: the name of a function of the library.'),
      inputs: { type: 'object', description: 'Values that it is given, by name; of a function its arguments.' },
    }),
  },
  run_pipeline: {
    description:
      'Go through a plan step by step: each step gets the state that the one before it left, and nothing else. Gives the final state.',
    parameters: parameters(
      {
        plan: {
          type: 'array',
          items: { type: 'string' },
          minItems: 1,
          description: 'What is to be done, a text for each step.',
        },
        state: text('The state before the first step.'),
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
function parameters(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** JSON Schema of a text with a description. */
function text(description: string): JsonObject {
  return { type: 'string', description };
}

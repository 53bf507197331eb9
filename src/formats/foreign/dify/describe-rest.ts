import { getOwn } from '@/base/get-own';
import type { ForeignGraph } from '../foreign-graph';
import type { ReportLine } from '../import-report';
import { getText } from '../read-plain';
import type { DifyGraph } from './dify-graph';

/** A line for each input of a run. */
export function describeInputs({ graph, inputs }: DifyGraph): ReportLine[] {
  const declared = graph.inputs.flatMap(({ name, raw }): ReportLine[] => {
    const input = inputs.get(`start.${name}`);
    if (name === '') return [];
    if (input === undefined)
      return [
        {
          place: `variable:start.${name}`,
          old: name,
          new: [],
          mark: 'dropped',
          why: 'It has no name that can be used.',
        },
      ];
    const type = getText(raw, 'type') || 'text-input';
    return [
      {
        place: `variable:start.${name}`,
        old: `${name} (${type})`,
        new: [`inputs.${input.name}`],
        mark: type === 'external_data_tool' ? 'adapted' : 'exact',
        why: describeInput(input.form['required'] === true),
      },
    ];
  });
  const known = new Set(graph.inputs.map(({ name }) => `start.${name}`));
  const triggered = [...inputs]
    .filter(([key]) => key.startsWith('start.') && !known.has(key))
    .map(
      ([key, { name }]): ReportLine => ({
        place: `variable:${key}`,
        old: key.slice(6),
        new: [`inputs.${name}`],
        mark: 'adapted',
        why: 'What the trigger gave: an input of a run.',
      }),
    );
  const given = [...inputs]
    .filter(([key]) => key.startsWith('sys.'))
    .map(
      ([key, { name }]): ReportLine => ({
        place: `variable:${key}`,
        old: key,
        new: [`inputs.${name}`],
        mark: key === 'sys.query' || key === 'sys.files' ? 'exact' : 'adapted',
        why:
          key === 'sys.query' || key === 'sys.files'
            ? 'A run is given it.'
            : 'Dify gives it by itself; here it is an input with a default.',
      }),
    );
  return [...declared, ...triggered, ...given];
}

const describeInput = (isRequired: boolean): string => (isRequired ? 'An input that has to be given.' : 'An input.');

/** A line for each variable of the environment and of the conversation. */
export function describeVariables({ graph, variables, inputs }: DifyGraph): ReportLine[] {
  return graph.variables.map(({ scope, name, isSecret }): ReportLine => {
    const named = variables.get(`${scope}.${name}`)?.name ?? name;
    const line = { place: `variable:${scope}.${name}`, old: `${scope}.${name}` } as const;
    const address = inputs.get(`${scope}.${name}`);
    if (address !== undefined)
      return {
        ...line,
        new: [`inputs.${address.name}`],
        mark: 'adapted',
        why: 'A secret that is an address: an input here, as a secret is sent only to a host that is written. Its value is not taken over, and what is given is kept with a run.',
      };
    if (isSecret)
      return {
        ...line,
        new: [`secrets.${named}`],
        mark: 'adapted',
        why: 'A secret: its value is not taken over.',
        todo: { label: 'Add a key' },
      };
    const path = { new: [`variables.${named}`] };
    if (scope === 'env') return { ...line, ...path, mark: 'exact', why: 'A variable of the workflow.' };
    return { ...line, ...path, mark: 'adapted', why: 'It begins with this value in each run: a run has no chat.' };
  });
}

const settingReasons: Readonly<Record<string, string>> = {
  opening_statement: 'There is no chat page that opens with it.',
  suggested_questions: 'There is no chat page that suggests them.',
  suggested_questions_after_answer: 'There is no chat page that suggests them.',
  speech_to_text: 'Speech is not read.',
  text_to_speech: 'Nothing is read aloud.',
  retriever_resource: 'No sources are listed under an answer.',
  sensitive_word_avoidance: 'No list of words is checked: use “validate”.',
  file_upload: 'Files are inputs: the settings of the chat page for them have no counterpart.',
  annotation_reply: 'There are no annotated replies.',
  plugin: 'Plugins stay in Dify.',
};

/** A line for each setting of the app. */
export function describeSettings({ settings }: ForeignGraph): ReportLine[] {
  return settings.map(
    ({ name: setting, value }): ReportLine => ({
      place: setting === 'plugin' ? `setting:plugin.${String(value).slice(0, 80)}` : `setting:${setting}`,
      old: setting === 'plugin' ? `plugin ${String(value).slice(0, 80)}` : setting,
      new: [],
      mark: 'dropped',
      why: getOwn(settingReasons, setting) ?? 'It has no counterpart.',
    }),
  );
}

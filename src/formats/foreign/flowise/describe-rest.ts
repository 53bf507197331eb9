import { getOwn } from '@/base/get-own';
import type { ImportMark, ReportLine } from '../import-report';
import { getText } from '../read-plain';
import type { FlowiseGraph } from './flowise-graph';

/** A line for each input of a run. */
export function describeFlowInputs({ graph, inputs }: FlowiseGraph): ReportLine[] {
  const types = new Map(graph.inputs.map(({ name, raw }) => [name, getText(raw, 'type') || 'string']));
  return [...inputs].map(([key, { name, form }]): ReportLine => {
    const type = types.get(key);
    const isOwn = type !== undefined || key === 'question';
    return {
      place: `variable:${key}`,
      old: type === undefined || key === 'question' ? key : `${key} (${type})`,
      new: [`inputs.${name}`],
      mark: isOwn && !key.startsWith('$webhook') ? 'exact' : 'adapted',
      why: isOwn
        ? form['required'] === true
          ? 'An input that has to be given.'
          : 'An input.'
        : 'Flowise gives it by itself; here it is an input with a default.',
    };
  });
}

/** A line for each value of the state of the flow, and for each variable of the server. */
export function describeState({ variables }: FlowiseGraph): ReportLine[] {
  return [...variables].map(([key, { name, isSecret }]): ReportLine => {
    const line = { place: `variable:${key}`, old: key } as const;
    if (isSecret)
      return {
        ...line,
        new: [`secrets.${name}`],
        mark: 'adapted',
        why: 'A secret: its value is not taken over.',
        todo: { label: 'Add a key' },
      };
    if (key.startsWith('$vars.'))
      return {
        ...line,
        new: [`variables.${name}`],
        mark: 'adapted',
        why: 'A variable of the server: the file does not have its value.',
        todo: { label: 'Give it its value' },
      };
    return { ...line, new: [`variables.${name}`], mark: 'exact', why: 'What it is before a node writes it.' };
  });
}

const settings: Readonly<Record<string, readonly [mark: ImportMark, why: string]>> = {
  startEphemeralMemory: ['exact', 'Each run begins without a chat.'],
  startPersistState: ['dropped', 'Each run begins with the same state: a run has no session.'],
  callbackUrl: ['dropped', 'No result is sent to an address: whoever starts a run asks for it.'],
};

/** A line for each setting of the start. */
export function describeStart({ graph }: FlowiseGraph): ReportLine[] {
  return graph.settings.map(({ name }): ReportLine => {
    const [mark, why] = getOwn(settings, name) ?? ['dropped', 'It has no counterpart.'];
    return { place: `setting:${name}`, old: name, new: [], mark, why };
  });
}

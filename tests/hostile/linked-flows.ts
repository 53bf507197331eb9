/** Which of `count` functions each of them calls, or the first `callers` only: the `each` after it, in a ring. */
const listCalled = (count: number, each: number, at: number, callers: number): readonly number[] =>
  at < callers ? Array.from({ length: each }, (_, step) => (at + step + 1) % count) : [];

/**
 * Apps of Dify that run one another as tools: of `count` of them each runs the `each` after it, in a ring. They are
 * called by their ids, so that they may come one by one or together.
 */
export function makeLinkedApps(count: number, each: number, callers = count): readonly string[] {
  return Array.from({ length: count }, (_, at) => {
    const calls = listCalled(count, each, at, callers).map((one) => ({
      id: `c${one}`,
      data: {
        ...{ type: 'tool', title: `Call ${one}`, provider_type: 'workflow', provider_id: `app_${one}` },
        tool_parameters: { q: { type: 'mixed', value: 'About {{#start.q#}}' } },
      },
    }));
    const start = { id: 'start', data: { type: 'start', variables: [{ variable: 'q', type: 'paragraph' }] } };
    const nodes = [start, ...calls];
    const edges = calls.map(({ id }) => ({ source: 'start', sourceHandle: 'source', target: id }));
    return JSON.stringify({
      ...{ kind: 'app', version: '0.7.0', bundle_id: `app_${at}`, app: { name: `App ${at}`, mode: 'workflow' } },
      workflow: { graph: { nodes, edges } },
    });
  });
}

/** Agent flows of Flowise that run one another, as {@link makeLinkedApps}, in one export of a server. */
export function makeLinkedFlows(count: number, each: number, callers = count): string {
  const flows = Array.from({ length: count }, (_, at) => {
    const calls = listCalled(count, each, at, callers).map((one) => ({
      id: `c${one}`,
      data: {
        name: 'executeFlowAgentflow',
        label: `Call ${one}`,
        inputs: { executeFlowSelectedFlow: `flow_${one}`, executeFlowInput: 'Do {{ question }}' },
      },
    }));
    const nodes = [{ id: 'start', data: { name: 'startAgentflow' } }, ...calls];
    const edges = calls.map(({ id }) => ({ source: 'start', target: id }));
    return { id: `flow_${at}`, name: `Flow ${at}`, flowData: JSON.stringify({ nodes, edges }) };
  });
  return JSON.stringify({ AgentFlowV2: flows });
}

/** A workflow with functions that call one another, as {@link makeLinkedApps}, each once more with a model. */
export function makeLinkedFunctions(count: number, each: number): string {
  const functions = Array.from({ length: count }, (_, at) => {
    const calls = listCalled(count, each, at, count).map((one) => `          c${one}: { type: call, ref: f${one} }`);
    const model = '          say: { description: Say it }';
    return [`  f${at}:`, '    task:', '      type: group', '      subtasks:', model, ...calls].join('\n');
  });
  return `default_model: sim:fast\nlibrary:\n${functions.join('\n')}\ntasks:\n  all: { type: call, ref: f0 }\n`;
}

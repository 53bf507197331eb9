import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { getList, getMember, getText } from '../read-plain';

/**
 * What a node or an app of the second kind of agents is, as a node of the first kind: its package holds the agent, the
 * node what it is to do. `AgentPackage` and `WorkflowNodeJobConfig` of https://github.com/langgenius/dify
 * (api/services/agent/dsl_entities.py, api/models/agent_config_entities.py).
 */
export function readAgentNode(data: Json, packages: Json | undefined): Json {
  if (!isJsonObject(data) || data['type'] !== 'agent' || getText(data, 'version') !== '2') return data;
  const ref = getText(data, 'agent_binding', 'package_ref');
  return describeAgent(data, getMember(packages, ref), getMember(data, 'agent_job') ?? {});
}

/** An app that is an agent by itself, as a node that is asked what a person asks. */
export function readAgentApp(file: Json): JsonObject {
  const title = getText(file, 'app', 'name') || 'Agent';
  return describeAgent({ type: 'agent', title }, getMember(file, 'package'), { workflow_prompt: '{{#sys.query#}}' });
}

function describeAgent(data: JsonObject, agent: Json | undefined, job: Json): JsonObject {
  const soul = getMember(agent, 'soul');
  const model = getMember(soul, 'model');
  const outputs = getList(job, 'declared_outputs').filter((one) => /^[A-Za-z_]\w*$/.test(getText(one, 'name')));
  const schema: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(outputs.map((one) => [getText(one, 'name'), readOutput(one)])),
    required: outputs.filter((one) => getMember(one, 'required') !== false).map((one) => getText(one, 'name')),
  };
  const tools = [...getList(soul, 'tools', 'dify_tools'), ...getList(soul, 'tools', 'cli_tools')];
  const files = [...getList(soul, 'config_files'), ...getList(soul, 'config_skills')].flatMap((one) => {
    const name = getText(one, 'name');
    return name === '' ? [] : [name];
  });
  return {
    ...data,
    ...(outputs.length === 0 ? {} : { structured_output_enabled: true, structured_output: { schema } }),
    ...(soul === undefined ? { is_missing: true } : {}),
    agent_files: files,
    agent_parameters: {
      instruction: { type: 'constant', value: readMentions(getText(soul, 'prompt', 'system_prompt')) },
      query: { type: 'constant', value: readMentions(getText(job, 'workflow_prompt')) },
      tools: { type: 'constant', value: tools },
      model: {
        type: 'constant',
        value: {
          provider: getText(model, 'model_provider'),
          name: getText(model, 'model'),
          completion_params: getMember(model, 'model_settings') ?? {},
        },
      },
    },
  };
}

function readOutput(output: Json): JsonObject {
  const description = getText(output, 'description');
  const told = description === '' ? {} : { description };
  const type = getText(output, 'type');
  if (type === 'array') {
    const item = getText(output, 'array_item', 'type');
    return { type, ...(/^(?:string|number|object|boolean)$/.test(item) ? { items: { type: item } } : {}), ...told };
  }
  return { type: /^(?:number|object|boolean)$/.test(type) ? type : 'string', ...told };
}

/**
 * A prompt with what it mentions: the output of a node by its reference, anything else by its name.
 * `[§kind:id:label§]`, of which api/services/agent/prompt_mentions.py tells.
 */
function readMentions(prompt: string): string {
  return prompt.replace(/\[§([a-z_]{1,40}):([^:§]{1,400})(?::([^§]{0,255}))?§\]/g, (_, kind, id, label) =>
    kind === 'node_output' && /^[\w-]{1,80}\.[^\s.#{}]{1,80}$/.test(id) ? `{{#${id}#}}` : label || id,
  );
}

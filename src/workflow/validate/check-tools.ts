import { builtinToolNames, isBuiltinTool, mayUse } from '../builtin-names';
import type { DocumentPath } from '../diagnostic';
import { findTopTask, type WorkflowDocument } from '../document';
import type { TaskScope } from '../graph/task-scopes';
import { type Task, taskTraits } from '../tasks';
import type { Agent } from '../tasks/common';
import { findSecretTarget, listSentSecrets } from '../tasks/secret-target';
import { findNamedServer } from '../tasks/server-tools';
import type { Tool } from '../tasks/tools';
import { runsOtherTasks } from '../tasks/traits';
import { checkScriptBody } from './check-fields';
import type { Checking } from './checking';
import { findAgent } from './find-agent';
import { reportSchemaProblem } from './report-schema-problem';

type ToolList = readonly (string | Tool)[];

/** Checks the tools of a task: whether those it names exist, and whether those written in it are complete. */
export function checkTaskTools(checking: Checking, task: Task, { path }: TaskScope): void {
  const { document } = checking;
  if (typeof task.agent === 'object') checkAgentTools(checking, task.agent, [...path, 'agent']);
  const agent = findAgent(document, task, path)?.agent;
  checkApprove(checking, task, agent, [...path, 'approve']);
  if (task.tools === undefined) return;
  checkToolList(
    checking,
    task.tools,
    [...path, 'tools'],
    [...listDocumentTools(document), ...listWrittenNames(agent?.tools ?? [])],
  );
  checkTier(checking, agent?.tier, task.tools, [...path, 'tools']);
  if (task.type === 'script') checkScriptTools(checking, task.tools, [...path, 'tools']);
}

/** Reports tools that a script cannot call: those that make no requests, and those that wait for a person. */
function checkScriptTools(checking: Checking, tools: ToolList, path: DocumentPath): void {
  for (const [index, listed] of tools.entries()) {
    const name = typeof listed === 'string' ? listed : (listed.name ?? '');
    const { tools: named = {} } = checking.document;
    const known = Object.hasOwn(named, name) ? named[name] : undefined;
    const tool = typeof listed === 'string' ? (known ?? (isBuiltinTool(name) ? { builtin: name } : undefined)) : listed;
    if (tool !== undefined && tool.http === undefined) {
      checking.report(
        'HED507',
        [...path, index],
        `A script can call only tools that make HTTP requests, so not “${name}”.`,
      );
    } else if (tool?.approve === true) {
      const message = `A script cannot wait for a person, so its calls of “${name}” fail. Call it by a tool task.`;
      checking.report('HED507', [...path, index], message);
    }
  }
}

/** Checks which tools a task wants approved: a name that means nothing would let a call pass. */
function checkApprove(checking: Checking, task: Task, agent: Agent | undefined, path: DocumentPath): void {
  const { approve, tools = [] } = task;
  if (approve === undefined || approve === false) return;
  if (!taskTraits[task.type].callsTools && !runsOtherTasks(task)) {
    checking.report('HED507', path, `A task of the type ${task.type} calls no tools, so there is nothing to approve.`);
  }
  if (approve === true) return;
  const known = Object.entries(checking.document.tools ?? {});
  const listed = [...tools, ...(agent?.tools ?? [])];
  const names = new Set([...known.map(([name]) => name), ...listWrittenNames(listed), ...builtinToolNames]);
  const servers = known.flatMap(([name, { mcp }]) => (mcp === undefined ? [] : [name]));
  // What all the tools of a server are called is known only in a run.
  const isOpen = listed.some((tool) => typeof tool === 'string' && findNamedServer(tool) !== undefined);
  for (const [index, name] of approve.entries()) {
    const isKnown = names.has(name) || isQualified(checking, name) || servers.some((one) => name.startsWith(`${one}.`));
    if (isKnown || isOpen) continue;
    checking.reportUnknown('HED311', [...path, index], `No tool “${name}”.`, name, () => names);
  }
}

/** Checks the tools of an agent. */
export function checkAgentTools(checking: Checking, agent: Agent, path: DocumentPath): void {
  if (agent.tools === undefined) return;
  checkToolList(checking, agent.tools, [...path, 'tools'], listDocumentTools(checking.document));
  checkTier(checking, agent.tier, agent.tools, [...path, 'tools']);
}

const kinds = ['http', 'script', 'mcp', 'builtin'] as const;

/** Checks a tool by itself. */
export function checkTool(checking: Checking, tool: Tool, path: DocumentPath): void {
  const given = [
    ...kinds.filter((kind) => tool[kind] !== undefined),
    ...(tool.type === undefined ? [] : [`type: ${tool.type}`]),
  ];
  if (given.length !== 1) {
    const found = given.length === 0 ? 'none of them' : given.join(' and ');
    checking.report('HED312', path, `A tool is one of ${kinds.join(', ')} and type: provider; this is ${found}.`);
  }
  if (tool.options !== undefined && tool.type === undefined) {
    checking.report('HED507', [...path, 'options'], 'Only a tool of `type: provider` has options. Remove them.');
  }
  if (tool.builtin !== undefined && !isBuiltinTool(tool.builtin)) {
    const message = `No tool “${tool.builtin}” comes with Heddle.`;
    checking.reportUnknown('HED311', [...path, 'builtin'], message, tool.builtin, () => builtinToolNames);
  }
  if (tool.approve !== undefined && tool.type !== undefined) {
    const message = 'The maker of the model performs this tool, so that nobody can be asked before. Remove approve.';
    checking.report('HED507', [...path, 'approve'], message);
  }
  if (Array.isArray(tool.approve) && tool.mcp === undefined) {
    checking.report('HED316', [...path, 'approve'], 'Only a server has several tools to name. Write approve: true.');
  }
  reportSchemaProblem(checking, tool.parameters, [...path, 'parameters']);
  checkScriptBody(checking, tool.script, [...path, 'script']);
  checkSecrets(checking, tool, path);
  if (tool.http !== undefined) checkHttp(checking, tool.http, [...path, 'http']);
  if (tool.mcp !== undefined) checkMcp(checking, tool.mcp, [...path, 'mcp']);
}

/** Checks what a request sends: one of a form and a body, and a body of the type that its headers say. */
function checkHttp(checking: Checking, http: NonNullable<Tool['http']>, path: DocumentPath): void {
  const { method, headers = {}, form, body } = http;
  const sent = form === undefined ? 'body' : 'form';
  if (form !== undefined && body !== undefined) {
    checking.report('HED316', [...path, 'body'], 'A request has a form or a body, not both. Remove one.');
  }
  if ((form ?? body) !== undefined && (method === 'GET' || method === 'HEAD')) {
    const message = `A ${method} request cannot have a ${sent}. Write query for an address, or remove the method.`;
    checking.report('HED316', [...path, sent], message);
  }
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const isForm = /^\s*(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type);
  if (isForm && body !== undefined && typeof body !== 'string') {
    const message = 'This body is sent as JSON, though its content-type is that of a form. Write form instead of body.';
    checking.report('HED507', [...path, 'body'], message);
  }
}

/** A secret is sent only where a person allowed it, so where it goes has to be known before the run. */
function checkSecrets(checking: Checking, tool: Tool, path: DocumentPath): void {
  const [secret] = listSentSecrets(tool);
  const part = tool.http === undefined ? 'mcp' : 'http';
  if (secret === undefined || tool[part] === undefined || findSecretTarget(tool) !== undefined) return;
  if (part === 'mcp' && tool.mcp?.url === undefined) return;
  const message = `The secret ${secret} is sent only to a host that is written here: begin with https://HOST/.`;
  checking.report('HED328', [...path, part, 'url'], message);
}

const overHttp = ['headers'] as const;
const overStdio = ['args', 'env'] as const;

/** Checks how a server is reached: over HTTP, or over stdio. Settings of the other way are not used. */
function checkMcp(checking: Checking, mcp: NonNullable<Tool['mcp']>, path: DocumentPath): void {
  const { url, command } = mcp;
  if (url === undefined && command === undefined) {
    const message = 'A server has a url (streamable HTTP) or a command (stdio). Give one.';
    checking.report('HED310', path, message);
    return;
  }
  if (url !== undefined && command !== undefined) {
    const message = 'A server has a url (streamable HTTP) or a command (stdio), not both. Remove one.';
    checking.report('HED316', [...path, 'command'], message);
    return;
  }
  const [needed, unused] = command === undefined ? (['command', overStdio] as const) : (['url', overHttp] as const);
  for (const key of unused) {
    if (mcp[key] === undefined) continue;
    checking.report(
      'HED507',
      [...path, key],
      `${key} belongs to ${needed}, which this server does not have. Remove it.`,
    );
  }
  if (command === undefined) return;
  const message = 'A server over stdio is a process: it runs on the command line only, with --allow-scripts.';
  checking.report('HED516', [...path, 'command'], message);
}

function checkToolList(checking: Checking, tools: ToolList, path: DocumentPath, others: readonly string[]): void {
  const seen = new Set<string>();
  for (const [index, tool] of tools.entries()) {
    const at = [...path, index];
    const name = typeof tool === 'string' ? tool : tool.name;
    if (typeof tool !== 'string') {
      checkTool(checking, tool, at);
      if (name === undefined) checking.report('HED310', at, 'A tool that is written here needs a name.');
    } else if (findNamedServer(tool) !== undefined) {
      checkServer(checking, tool, at);
    } else if (!isBuiltinTool(tool) && !others.includes(tool) && !isQualified(checking, tool)) {
      const listToolCandidates = () => [...others, ...builtinToolNames];
      checking.reportUnknown('HED311', at, `No tool “${tool}”.`, tool, listToolCandidates);
    }
    if (name === undefined) continue;
    if (seen.has(name)) checking.report('HED504', at, `The tool “${name}” appears here twice. Remove one.`);
    seen.add(name);
  }
}

/** Checks `SERVER.*`: the server must be a tool of the workflow of the kind `mcp`. */
function checkServer(checking: Checking, entry: string, at: DocumentPath): void {
  const known = new Map(Object.entries(checking.document.tools ?? {}));
  const server = findNamedServer(entry) ?? '';
  const tool = known.get(server);
  if (tool?.mcp !== undefined) return;
  if (tool !== undefined) {
    checking.report('HED311', at, `“${server}” is not a server: only of a tool that is mcp can all tools be listed.`);
    return;
  }
  const listServerCandidates = () => [...known].flatMap(([name, { mcp }]) => (mcp === undefined ? [] : [`${name}.*`]));
  checking.reportUnknown('HED311', at, `No server “${server}”.`, entry, listServerCandidates);
}

const listDocumentTools = (document: WorkflowDocument): readonly string[] => Object.keys(document.tools ?? {});

/** Names of the tools that are written in a list. */
function listWrittenNames(tools: ToolList): readonly string[] {
  return tools.flatMap((tool) => (typeof tool === 'string' || tool.name === undefined ? [] : [tool.name]));
}

/** Whether a name is `task.ID.TOOL`: a tool that is written in another task. Ids and names may hold dots. */
function isQualified(checking: Checking, name: string): boolean {
  if (!name.startsWith('task.')) return false;
  checking.isBound = true;
  const [, ...parts] = name.split('.');
  return parts.some((_part, index) => {
    const tools = findTopTask(checking.document, parts.slice(0, index).join('.'))?.tools ?? [];
    return listWrittenNames(tools).includes(parts.slice(index).join('.'));
  });
}

function checkTier(checking: Checking, tier: Agent['tier'], tools: ToolList, path: DocumentPath): void {
  for (const [index, tool] of tools.entries()) {
    const name = typeof tool === 'string' ? tool : tool.builtin;
    if (name === undefined || mayUse(tier, name)) continue;
    const message =
      tier === undefined
        ? `Only an agent with a tier may use ${name}.`
        : `An agent of the tier ${tier} may not use ${name}.`;
    checking.report('HED510', [...path, index], message);
  }
}

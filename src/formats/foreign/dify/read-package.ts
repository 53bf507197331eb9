import { hashBytes } from '@/base/hash';
import { isJsonObject, type Json } from '@/base/json';
import { err, ok, type Result } from '@/base/result';
import { decodeText } from '../../decode-text';
import type { PackedFile } from '../check-members';
import type { ForeignText, ImportedFile } from '../import-foreign';
import type { ReportLine } from '../import-report';
import { getList, getMember, getNumber, getText, readPlain } from '../read-plain';
import { isDifyFile } from './read-dify';

/** What the manifest of an archive lists: a file, its size and its digest, if it says them. */
interface Listed {
  readonly path: string;
  readonly raw: Json;
}

/**
 * Reads an archive of Dify: an app with its files (`.ifpkg`: `dify.app`, `dify.roster-agent`), or apps that run one
 * another (`app_bundle`). Each app is a text, with the files that came for it. Else why it is not read, for a person.
 * An archive of another shape is read for the apps in it; undefined: it has none. https://github.com/langgenius/dify:
 * docs/APP_DSL_BUNDLES.md, api/services/agent/roster_package_entities.py.
 */
export async function readPackage(
  members: ReadonlyMap<string, PackedFile>,
): Promise<Result<readonly ForeignText[], string> | undefined> {
  const read = await readYamlMember(members, 'manifest.yaml');
  if (!read.ok) return read;
  const manifest = read.value;
  const kind = getText(manifest, 'format') || getText(manifest, 'kind');
  const version = getText(manifest, 'format_version') || getText(manifest, 'version');
  const isKnown = ['dify.app', 'dify.roster-agent', 'app_bundle', 'workflow_bundle'].includes(kind);
  if (isKnown && version !== '1')
    return err(`It is a ${kind} of version ${version || 'none'}: only version 1 is known.`);
  const apps = listApps(manifest, members);
  const resources = listResources(manifest);
  for (const listed of [...apps, ...resources]) {
    const problem = await checkListed(listed, members);
    if (problem !== undefined) return err(problem);
  }
  const texts: ForeignText[] = [];
  for (const { path } of apps) {
    const plain = await readYamlMember(members, path);
    const text = plain.ok ? await readTextMember(members, path) : plain;
    if (!isKnown && (!plain.ok || !isDifyFile(plain.value))) continue;
    if (!plain.ok) return plain;
    if (!text.ok) return text;
    if (!isDifyFile(plain.value)) return err(`“${path}” is not an app of Dify.`);
    texts.push({
      text: text.value,
      keys: listKeys(manifest, path),
      ...(await takeFiles(plain.value, resources, members)),
    });
  }
  if (texts.length > 0) return ok(texts);
  return isKnown ? err('It holds no app.') : undefined;
}

/** The apps of an archive, the one that a person exported first. */
function listApps(manifest: Json, members: ReadonlyMap<string, PackedFile>): readonly Listed[] {
  const indexed = getList(manifest, 'apps').map((raw) => ({ path: getText(raw, 'path'), raw }));
  if (indexed.length > 0) return indexed;
  const entries = Object.entries(readObject(getMember(manifest, 'resources'))).filter(
    ([, one]) => getText(one, 'kind') === 'app',
  );
  const entry = getText(manifest, 'entrypoint');
  const bundled = entries
    .toSorted(([left], [right]) => Number(right === entry) - Number(left === entry))
    .map(([, raw]) => ({ path: getText(raw, 'file'), raw }));
  if (bundled.length > 0) return bundled;
  const loose = [...members.keys()].filter((path) => /\.ya?ml$/i.test(path) && path !== 'manifest.yaml');
  return loose.map((path) => ({ path, raw: null }));
}

/** The names by which others run an app of a bundle: those of the tools that it is deployed as. */
function listKeys(manifest: Json, path: string): readonly string[] {
  const resources = Object.entries(readObject(getMember(manifest, 'resources')));
  const own = resources.filter(([, one]) => getText(one, 'file') === path).map(([id]) => id);
  const tools = resources.filter(
    ([, one]) => getText(one, 'kind') === 'workflow_tool' && own.includes(getText(one, 'app')),
  );
  return tools.map(([id]) => id);
}

/** Files and skills of agents. */
function listResources(manifest: Json): readonly Listed[] {
  const groups = [manifest, ...Object.values(readObject(getMember(manifest, 'agent_resources')))];
  return groups
    .flatMap((group) => [...getList(group, 'files'), ...getList(group, 'skills')])
    .map((raw) => ({ path: getText(raw, 'path'), raw }));
}

/** Why a file is not what the manifest says; undefined: it is. */
async function checkListed({ path, raw }: Listed, members: ReadonlyMap<string, PackedFile>) {
  const member = members.get(path);
  if (member === undefined) return `The manifest lists “${path.slice(0, 80)}”, which is not in it.`;
  const size = getNumber(raw, 'size');
  const digest = getText(raw, 'sha256');
  if (size !== undefined && size !== member.size) return `“${path}” has another size than the manifest says.`;
  if (digest === '') return undefined;
  const bytes = await readMember(member);
  if (!bytes.ok) return bytes.error;
  return hashBytes(bytes.value) === digest ? undefined : `“${path}” is not what the manifest says: its digest differs.`;
}

/** The files of the agents of an app, under the names that they have there. */
async function takeFiles(
  app: Json,
  resources: readonly Listed[],
  members: ReadonlyMap<string, PackedFile>,
): Promise<Pick<ForeignText, 'files' | 'lines'>> {
  const agents = [getMember(app, 'package') ?? null, ...Object.values(readObject(getMember(app, 'agent_packages')))];
  const names = new Map(
    agents
      .flatMap((agent) => [...getList(agent, 'soul', 'config_files'), ...getList(agent, 'soul', 'config_skills')])
      .map((one) => [getText(one, 'file_id'), getText(one, 'name')]),
  );
  const files: ImportedFile[] = [];
  const lines: ReportLine[] = [];
  for (const { path, raw } of resources) {
    const id = getText(raw, 'id');
    const member = members.get(path);
    const isOwn = names.has(id) || getText(raw, 'scope') === 'workspace';
    if (!isOwn || member === undefined) continue;
    const bytes = await readMember(member);
    const isSkill = path.endsWith('.zip');
    const name = cleanName(names.get(id) || getText(raw, 'original_name') || getText(raw, 'name') || path);
    const wish = isSkill ? `/skills/${name.replace(/\.zip$/, '')}.zip` : `/${name}`;
    const at = files.some((one) => one.path === wish) ? `/${id}_${name}` : wish;
    if (bytes.ok) files.push({ path: at, content: bytes.value });
    lines.push({
      place: `file:${path}`,
      old: names.get(id) || path,
      new: bytes.ok ? [at] : [],
      mark: bytes.ok ? (isSkill ? 'adapted' : 'exact') : 'dropped',
      why: bytes.ok
        ? isSkill
          ? 'A skill of an agent, as a file: nothing loads it by itself.'
          : 'A file of an agent, byte for byte.'
        : bytes.error,
      ...(isSkill ? { todo: { label: 'Write what it says into the task' } } : {}),
    });
  }
  return { files, lines };
}

/** A name that leads nowhere. */
const cleanName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^[. ]+/, '')
    .slice(0, 100) || 'file';

const readObject = (value: Json | undefined): Readonly<Record<string, Json>> =>
  value !== undefined && isJsonObject(value) ? value : {};

async function readMember(member: PackedFile): Promise<Result<Uint8Array, string>> {
  try {
    return ok(await member.read());
  } catch (error) {
    return err(
      `“${member.name.slice(0, 80)}” cannot be read: ${error instanceof Error ? error.message : 'it is damaged'}.`,
    );
  }
}

async function readTextMember(members: ReadonlyMap<string, PackedFile>, path: string): Promise<Result<string, string>> {
  const member = members.get(path);
  if (member === undefined) return err(`It has no ${path.slice(0, 80)}.`);
  const bytes = await readMember(member);
  if (!bytes.ok) return bytes;
  const text = decodeText(bytes.value);
  return text.ok ? text : err(`“${path}” is not a text. ${text.error.message}`);
}

async function readYamlMember(members: ReadonlyMap<string, PackedFile>, path: string): Promise<Result<Json, string>> {
  const text = await readTextMember(members, path);
  if (!text.ok) return text;
  const plain = readPlain(text.value);
  return plain.ok ? plain : err(`“${path}” cannot be read. ${plain.error}`);
}

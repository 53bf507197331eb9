import { type FormEvent, useState } from 'react';
import { formatCount } from '@/base/figures';
import { nameProblem } from '@/base/name';
import { useDispatch } from '@/editor/inspectors/fields/subject';
import { SignIn } from '@/editor/sign-in/sign-in';
import { useDocument } from '@/state/context';
import { Chip } from '@/ui/display/chip';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { Segmented } from '@/ui/form/segmented';
import { TextInput } from '@/ui/form/text-input';
import { unsavedMark } from '@/ui/overlay/unsaved';
import { updateSettings } from '@/workflow/commands/update-settings';
import { useApp } from '../app-context';
import styles from './add-server.module.css';
import {
  addServer,
  buildServer,
  formatTokenName,
  isServerAddress,
  type ServerDraft,
  type SigningIn,
  suggestServerName,
} from './server-draft';
import { findServerKey } from './tool-sources';
import type { ToolsContext } from './tools-context';

interface AddServerProps extends ToolsContext {
  /** Asks the server for its tools, so that they can be looked at and tried before it is saved. */
  readonly onTry: (draft: ServerDraft) => void;
  /** Called with the server that was added; undefined: none was. */
  readonly onDone: (added: ServerDraft | undefined) => void;
}

/** Adds an MCP server: its address, its name, how to sign in, and the tools to use. Nothing is saved before the end. */
export function AddServer({ onTry, onDone, ...context }: AddServerProps) {
  const { secrets } = useApp();
  const tools = useDocument(({ document }) => document.tools) ?? {};
  const dispatch = useDispatch();
  const [address, setAddress] = useState('');
  const [written, setWritten] = useState<string>();
  const [signing, setSigning] = useState<SigningIn>('none');
  const [token, setToken] = useState('');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<string>();
  const isWhole = isServerAddress(address.trim());
  const name = written ?? suggestServerName(address.trim(), Object.keys(tools));
  const secret = signing === 'token' ? formatTokenName(name) : undefined;
  const mcp = buildServer(address, secret);
  const key = findServerKey({ mcp }) ?? '';
  const state = context.servers.states.get(key);
  const nameError = findNameError(name, Object.keys(tools));
  /** The token goes to the worker alone; the document names it. */
  const keepToken = async () => {
    if (secret !== undefined && token !== '') await secrets.set(secret, token);
  };
  const connect = async () => {
    setError(undefined);
    if (!isWhole) return;
    await keepToken();
    onTry({ name, mcp });
  };
  const save = async () => {
    if (!isWhole) return setError('Write the whole address, with https:// or http://.');
    if (nameError !== undefined) return;
    await keepToken();
    const patch = { tools: addServer(tools, { name, mcp }, [...ticked]) };
    const refused = await dispatch((document) => updateSettings(document, { patch }), `Add ${name}`);
    if (refused !== undefined) setError(refused);
    else onDone({ name, mcp });
  };
  const submitServer = (event: FormEvent) => {
    event.preventDefault();
    void connect();
  };
  const offered = state?.offered?.tools ?? [];
  return (
    <form {...unsavedMark(address !== '' || token !== '')} className={styles.form} onSubmit={submitServer} noValidate>
      <div className={styles.body}>
        <h2>Add an MCP server</h2>
        <div className={styles.line}>
          <Field label="Address" error={error} hint="It speaks Streamable HTTP. Enter asks it what it offers.">
            <TextInput
              mono
              autoFocus
              type="url"
              placeholder="https://mcp.example.org/mcp"
              value={address}
              onChange={setAddress}
            />
          </Field>
          <ServerAnswer state={state?.status} count={offered.length} isWhole={isWhole} />
        </div>
        <Field
          label="Name"
          error={nameError}
          hint="Its name in the workflow and in lists: tasks name its tools NAME.TOOL."
        >
          <TextInput className={styles.name} value={name} onChange={setWritten} />
        </Field>
        <fieldset className={styles.signing}>
          <legend>Signing in</legend>
          <Segmented
            label="Signing in"
            options={[
              { value: 'none', label: 'Not needed' },
              { value: 'token', label: 'Token' },
              { value: 'window', label: 'In a window' },
            ]}
            value={signing}
            onChange={setSigning}
          />
          {signing === 'token' && (
            <Field
              label="Token"
              hint={`Kept until the page is closed, as the secret ${secret}. The workflow has only its name.`}
            >
              <TextInput type="password" mono value={token} onChange={setToken} />
            </Field>
          )}
          {signing === 'window' && isWhole && <SignIn server={address.trim()} onSignedIn={() => void connect()} />}
        </fieldset>
        {state?.status === 'failed' && (
          <Note tone="error">
            {state.failure.message} {state.failure.advice}
          </Note>
        )}
        {offered.length > 0 && <OfferedTools {...context} serverKey={key} ticked={ticked} setTicked={setTicked} />}
      </div>
      <div className={styles.foot}>
        <p>What a tool does is asked about before a run does it, if the tool says that it may delete something.</p>
        <Button onClick={() => onDone(undefined)}>Cancel</Button>
        <Button variant="primary" onClick={() => void save()}>
          {ticked.size === 0 ? 'Add the server' : `Add the server and ${formatCount(ticked.size, 'tool')}`}
        </Button>
      </div>
    </form>
  );
}

function findNameError(name: string, taken: readonly string[]): string | undefined {
  if (name === '') return undefined;
  return taken.includes(name) ? `The workflow has “${name}” already.` : nameProblem(name);
}

interface ServerAnswerProps {
  readonly state: 'asking' | 'listed' | 'failed' | undefined;
  readonly count: number;
  readonly isWhole: boolean;
}

function ServerAnswer({ state, count, isWhole }: ServerAnswerProps) {
  if (state === 'listed') return <Chip tone="ok" role="status">{`Connected, ${formatCount(count, 'tool')}`}</Chip>;
  return (
    <Button type="submit" disabled={!isWhole || state === 'asking'}>
      {state === 'asking' ? 'Asking…' : 'Connect'}
    </Button>
  );
}

interface OfferedToolsProps extends ToolsContext {
  readonly serverKey: string;
  readonly ticked: ReadonlySet<string>;
  readonly setTicked: (ticked: ReadonlySet<string>) => void;
}

/** The tools of the server. A tick offers one to all tasks; its name shows it at the right, where it can be tried. */
function OfferedTools({ rows, serverKey, ticked, setTicked, chosen, choose }: OfferedToolsProps) {
  const offered = rows.filter(({ server, isDeclared }) => server === serverKey && !isDeclared);
  const tick = (name: string, isTicked: boolean) => {
    const next = new Set(ticked);
    if (isTicked) next.add(name);
    else next.delete(name);
    setTicked(next);
  };
  return (
    <section className={styles.tools} aria-label="Tools to use">
      <h3>
        Tools to use <span>{`${ticked.size} of ${offered.length}`}</span>
        <span className={styles.gap} />
        <Button size="s" variant="ghost" onClick={() => setTicked(new Set())}>
          None
        </Button>
        <Button size="s" variant="ghost" onClick={() => setTicked(new Set(offered.map(({ name }) => name)))}>
          All
        </Button>
      </h3>
      <p>Every task is offered those with a tick. A task may name any other one.</p>
      <ul>
        {offered.map(({ id, name, label, description }) => (
          <li key={id} data-selected={chosen?.kind === 'tool' && chosen.id === id ? '' : undefined}>
            <Checkbox label={label} checked={ticked.has(name)} onChange={(isTicked) => tick(name, isTicked)} />
            <Button
              size="s"
              variant="ghost"
              aria-label={`Look at ${label}`}
              onClick={() => choose({ kind: 'tool', id })}
            >
              {description || 'No description.'}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

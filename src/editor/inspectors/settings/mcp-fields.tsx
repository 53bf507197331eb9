import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import type { Tool } from '@/workflow/tasks/tools';
import { FieldHelpButton } from '../../help/field-help-button';
import { SignIn } from '../../sign-in/sign-in';
import { buildSignInAddress } from '../../sign-in/sign-in-address';
import type { FieldPath } from '../fields/field-path';
import { LinesField } from '../fields/lines-field';
import { NamedValues } from '../fields/named-values';
import { TextField } from '../fields/text-field';
import { useField } from '../fields/use-field';
import { blankTools } from './tool-kinds';

type Mcp = NonNullable<Tool['mcp']>;

const ways = [
  { value: 'http', label: 'Over HTTP' },
  { value: 'stdio', label: 'Over stdio, a command' },
] as const;
type Way = (typeof ways)[number]['value'];

/** A new server of each kind, with its required fields. */
const blanks: { readonly [W in Way]: Mcp } = {
  http: blankTools.mcp.mcp ?? {},
  stdio: { command: 'npx', args: ['-y', 'example-mcp-server'] },
};

/** How an MCP server is reached, and which of its tools is used. */
export function McpFields({ path, mcp }: { readonly path: FieldPath; readonly mcp: Mcp }) {
  const { set, begin } = useField(path);
  const way: Way = mcp.command === undefined ? 'http' : 'stdio';
  const changeWay = (next: Way): void => {
    begin();
    const { url: _url, headers: _headers, command: _command, args: _args, env: _env, ...rest } = mcp;
    void set({ ...blanks[next], ...rest });
  };
  // Fields of the other kind are shown if they are in the file, so that they can be removed.
  const isOverHttp = way === 'http' || mcp.url !== undefined || mcp.headers !== undefined;
  const isOverStdio = way === 'stdio' || mcp.args !== undefined || mcp.env !== undefined;
  const signInAt = buildSignInAddress(mcp);
  return (
    <>
      <Field label="Server" help={<FieldHelpButton path={[...path, 'url']} label="Server" />}>
        <Select value={way} options={ways} onChange={(next) => next !== way && changeWay(next)} />
      </Field>
      {isOverHttp && (
        <>
          <TextField path={[...path, 'url']} label="Address" mono hint="{{secrets.NAME}} is a secret" />
          {signInAt !== undefined && <SignIn server={signInAt} />}
          <NamedValues path={[...path, 'headers']} label="Headers" noun="header" kinds={['text']} />
        </>
      )}
      {isOverStdio && (
        <>
          <TextField path={[...path, 'command']} label="Command" mono hint="A program on the PATH, or its path" />
          <LinesField path={[...path, 'args']} label="Arguments, one to a line" mono />
          <NamedValues path={[...path, 'env']} label="Environment variables" noun="variable" kinds={['text']} />
        </>
      )}
      <TextField path={[...path, 'tool']} label="Its name there" placeholder="The same; * for all tools" />
    </>
  );
}

import { makerToolNames } from '@/plan/tools/maker-tools';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { builtinToolNames } from '@/workflow/builtin-names';
import type { Tool } from '@/workflow/tasks/tools';
import { ApproveField } from '../fields/approve-field';
import { ChoiceField } from '../fields/choice-field';
import type { FieldPath } from '../fields/field-path';
import { NamedValues } from '../fields/named-values';
import { ScriptExtras } from '../fields/script-extras';
import { Rows } from '../fields/section';
import { AreaField, JsonField, TextField } from '../fields/text-field';
import { useField } from '../fields/use-field';
import { ValueField } from '../fields/value-field';
import { McpFields } from './mcp-fields';
import { SentSecrets } from './sent-secrets';
import { blankTools, findToolKind, type Kind, kinds } from './tool-kinds';

/** The fields of one tool. */
export function ToolFields({ path, tool }: { readonly path: FieldPath; readonly tool: Tool }) {
  const { set, begin, problem } = useField(path);
  const kind = findToolKind(tool);
  const changeKind = (next: Kind): void => {
    begin();
    const { http: _http, script: _script, mcp: _mcp, builtin: _builtin, type: _type, ...others } = tool;
    // Only a provider’s tool has a name and options; its maker defines what it does.
    const { name: _name, options: _options, ...rest } = others;
    void set({ ...rest, ...blankTools[next] });
  };
  return (
    <>
      {kind !== 'provider' && (
        <>
          <TextField
            path={[...path, 'description']}
            label="What it does, for the model"
            placeholder="Nothing is said"
          />
          <JsonField
            object
            path={[...path, 'parameters']}
            label="Parameters, as JSON Schema"
            rows={1}
            language="schema"
          />
        </>
      )}
      <Field label="Kind" error={kind === undefined ? problem?.message : undefined}>
        <Select
          value={kind ?? ''}
          options={[...(kind === undefined ? [{ value: '' as const, label: 'Choose one' }] : []), ...kinds]}
          onChange={(next) => next !== '' && changeKind(next)}
        />
      </Field>
      {(kind !== 'provider' || tool.approve !== undefined) && (
        <ApproveField path={[...path, 'approve']} several={tool.mcp !== undefined} />
      )}
      {tool.http && <HttpFields path={[...path, 'http']} />}
      <SentSecrets tool={tool} />
      {tool.script && <ScriptFields path={[...path, 'script']} />}
      {tool.mcp && <McpFields path={[...path, 'mcp']} mcp={tool.mcp} />}
      {tool.type && <ProviderFields path={path} />}
      {tool.builtin !== undefined && (
        <ChoiceField
          path={[...path, 'builtin']}
          label="Which"
          options={builtinToolNames.map((one) => ({ value: one, label: one }))}
          unset="Choose one"
        />
      )}
    </>
  );
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'].map((value) => ({ value, label: value }));

function HttpFields({ path }: { readonly path: FieldPath }) {
  return (
    <>
      <TextField
        path={[...path, 'url']}
        label="Address"
        mono
        hint="{{query}} is a parameter, {{path*}} a whole path, {{secrets.NAME}} a secret"
      />
      <Rows>
        <ChoiceField
          path={[...path, 'method']}
          label="Method"
          options={methods}
          unset="GET, with a body or a form POST"
        />
      </Rows>
      <NamedValues path={[...path, 'query']} label="Query" noun="parameter" kinds={['text']} />
      <NamedValues path={[...path, 'headers']} label="Headers" noun="header" kinds={['text']} />
      <NamedValues path={[...path, 'form']} label="Form" noun="field" kinds={['text', 'json']} />
      <ValueField path={[...path, 'body']} label="Body" kinds={['text', 'json']} unset="None" />
    </>
  );
}

function ProviderFields({ path }: { readonly path: FieldPath }) {
  return (
    <>
      <TextField
        path={[...path, 'name']}
        label="Its name at the provider"
        mono
        suggestions={makerToolNames}
        hint="The model’s provider performs it. A task or an agent has to list it."
      />
      <JsonField
        object
        path={[...path, 'options']}
        label="Options, as JSON"
        rows={2}
        placeholder="As its maker documents them"
      />
    </>
  );
}

function ScriptFields({ path }: { readonly path: FieldPath }) {
  return (
    <>
      <AreaField path={[...path, 'content']} label="Script of the tool" mono rows={6} language="bash" />
      <Rows>
        <ChoiceField
          path={[...path, 'language']}
          label="Language"
          options={[{ value: 'javascript', label: 'JavaScript' }]}
          unset="Bash"
        />
      </Rows>
      <ScriptExtras path={path} />
    </>
  );
}

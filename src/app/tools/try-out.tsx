import { type FormEvent, useMemo, useState } from 'react';
import type { JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { Note } from '@/ui/display/note';
import frame from '@/ui/display/panel.module.css';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { Segmented } from '@/ui/form/segmented';
import { TextArea } from '@/ui/form/text-area';
import type { TriedCall } from '@/worker/border/engine-api';
import { useApp } from '../app-context';
import { buildDrafts, buildToolForm, type Drafts, type FormField, readFormArguments } from './form-fields';
import panel from './panel.module.css';
import { ResultText } from './result-text';
import type { ToolRow } from './tool-rows';
import type { ServerSource } from './tool-sources';
import type { ToolsContext } from './tools-context';
import { TryFields } from './try-fields';
import { useCall } from './use-call';

interface TryOutProps extends ToolsContext {
  readonly row: ToolRow;
  /** Undefined: not known here. */
  readonly parameters: JsonObject | undefined;
  readonly server: ServerSource | undefined;
}

/** Calls a tool with a person's arguments, in the same way as a task does for its model. */
export function TryOut({ row, parameters, server, ask, servers, wishFor }: TryOutProps) {
  const { tool } = row;
  const refusal = findTryRefusal(row, server);
  const asking = server !== undefined && servers.states.get(server.key)?.status === 'asking';
  return (
    <section className={frame.section} aria-label="Try it out">
      <h3>Try it out</h3>
      {refusal !== undefined ? (
        <p className={panel.quiet}>{refusal}</p>
      ) : (
        <>
          {row.hints?.destructive === true && row.hints.readOnly !== true && (
            <Note tone="warning">
              Its server says that it may delete or overwrite something. A call here is a real one.
            </Note>
          )}
          {tool.mcp !== undefined && parameters === undefined && server !== undefined && (
            <Note
              tone="info"
              action={
                <Button size="s" disabled={asking} onClick={() => ask(server)}>
                  {asking ? 'Asking…' : 'Ask the server'}
                </Button>
              }
            >
              Only {server.label} knows what it takes.
            </Note>
          )}
          <TryForm
            key={parameters === undefined ? 'unknown' : 'known'}
            row={row}
            parameters={parameters}
            wishFor={wishFor}
          />
        </>
      )}
    </section>
  );
}

/** Why a tool cannot be called here; undefined: it can. */
function findTryRefusal({ kind }: ToolRow, server: ServerSource | undefined): string | undefined {
  if (kind === 'Built-in')
    return 'Only a run can call it: it works on the conversation, the files or the person of a task.';
  if (kind === 'Provider') return 'The provider of a model performs it, within a call of that model.';
  if (kind === 'Unknown') return 'It does nothing yet: give it a request, a script or a server in the settings.';
  const isProcess = server !== undefined && server.host === undefined;
  return isProcess ? 'Its server is a process, which runs on the command line only.' : undefined;
}

function TryForm({ row, parameters, wishFor }: Pick<TryOutProps, 'row' | 'parameters' | 'wishFor'>) {
  const { tools } = useApp();
  const form = useMemo(() => parameters && buildToolForm(parameters), [parameters]);
  const fields: readonly FormField[] = form?.ok === true ? form.fields : [];
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  // Undefined: the form is shown.
  const [json, setJson] = useState(form?.ok === true ? undefined : '{}');
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const call = useCall<TriedCall>();
  const { value, failure, isRunning } = call;
  const readForm = () => readFormArguments(fields, drafts);
  const submitTry = (event: FormEvent) => {
    event.preventDefault();
    const formArgs = json === undefined ? readForm() : undefined;
    setProblems(formArgs?.ok === false ? formArgs.problems : new Map());
    if (formArgs?.ok === false) return;
    const args = json ?? encodeJson(formArgs?.args ?? {});
    call.start((signal) => tools.call(wishFor(row.name, row.tool), args, signal));
  };
  const switchTo = (next: 'form' | 'json') => {
    if (next === 'json') {
      const formArgs = readForm();
      setJson(encodeJson(formArgs.ok ? formArgs.args : {}, 2));
      return;
    }
    const back = buildDrafts(fields, json ?? '');
    if (back === undefined) {
      setProblems(new Map([['', 'The form cannot show these arguments.']]));
      return;
    }
    setProblems(new Map());
    setDrafts(back);
    setJson(undefined);
  };
  return (
    <form className={panel.form} onSubmit={submitTry} noValidate>
      {form?.ok === true && fields.length > 0 && (
        <Segmented
          label="How to give the arguments"
          options={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON' },
          ]}
          value={json === undefined ? 'form' : 'json'}
          onChange={switchTo}
        />
      )}
      {json === undefined ? (
        <TryFields
          fields={fields}
          drafts={drafts}
          problems={problems}
          onChange={(name, draft) => setDrafts((before) => new Map(before).set(name, draft))}
        />
      ) : (
        <Field
          label="Arguments, as JSON"
          error={problems.get('')}
          hint={form?.ok === false ? `${form.reason} So a form cannot ask for them.` : undefined}
        >
          <TextArea mono rows={4} value={json} onChange={setJson} />
        </Field>
      )}
      <div className={panel.buttons}>
        <Button type="submit" disabled={isRunning}>
          {isRunning ? 'Calling…' : 'Call'}
        </Button>
        {isRunning && <Button onClick={call.cancel}>Cancel</Button>}
      </div>
      {value !== undefined && <ResultText title="Result" {...value} />}
      {failure !== undefined && (
        <Note tone="error">
          {failure.message} {failure.advice}
        </Note>
      )}
    </form>
  );
}

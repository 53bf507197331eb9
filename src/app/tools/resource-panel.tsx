import { type FormEvent, useState } from 'react';
import { makeLineVisible, makeTextVisible } from '@/base/visible-text';
import { Note } from '@/ui/display/note';
import frame from '@/ui/display/panel.module.css';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { useApp } from '../app-context';
import panel from './panel.module.css';
import { PanelHead } from './panel-head';
import { ResultText } from './result-text';
import type { Chosen, ToolsContext } from './tools-context';
import { useCall } from './use-call';

interface ResourcePanelProps extends ToolsContext {
  readonly chosen: Extract<Chosen, { kind: 'resource' }>;
}

/** A resource of a server. It is read on request, and shown as text. */
export function ResourcePanel({ chosen, serverSources, wishFor, choose }: ResourcePanelProps) {
  const { tools } = useApp();
  const { resource, isTemplate } = chosen;
  const server = serverSources.find(({ key }) => key === chosen.server);
  const [uri, setUri] = useState(resource.uri);
  const { value, failure, isRunning, start, cancel } = useCall<string>();
  const isFilled = !isTemplate || !/[{}]/.test(uri);
  const readResource = (event: FormEvent) => {
    event.preventDefault();
    if (server !== undefined) start((signal) => tools.read(wishFor(server.label, { mcp: server.mcp }), uri, signal));
  };
  return (
    <>
      <PanelHead
        title={makeLineVisible(resource.name, 120)}
        sub={`${isTemplate ? 'Template' : 'Resource'} · ${server?.label ?? ''}`}
        onClose={() => choose(undefined)}
      />
      <div className={frame.parts}>
        {resource.description !== undefined && (
          <section className={frame.section}>
            <p className={panel.description}>{makeTextVisible(resource.description)}</p>
          </section>
        )}
        <section className={frame.section}>
          <form className={panel.form} onSubmit={readResource}>
            <Field label="Address" hint={isTemplate ? 'Replace the parts in braces with values.' : undefined}>
              <TextInput mono readOnly={!isTemplate} value={uri} onChange={setUri} />
            </Field>
            <div className={panel.buttons}>
              <Button type="submit" disabled={isRunning || !isFilled || server === undefined}>
                {isRunning ? 'Reading…' : 'Read'}
              </Button>
              {isRunning && <Button onClick={cancel}>Cancel</Button>}
            </div>
          </form>
          {value !== undefined && <ResultText title="Content" text={value} isError={false} />}
          {failure !== undefined && (
            <Note tone="error">
              {failure.message} {failure.advice}
            </Note>
          )}
        </section>
      </div>
    </>
  );
}

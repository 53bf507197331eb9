import { useEffect, useMemo } from 'react';
import { formatBytes } from '@/base/figures';
import { makeLineVisible, makeTextVisible } from '@/base/visible-text';
import type { McpResource, McpResourceList } from '@/engine/ports/tool-client';
import { Chip } from '@/ui/display/chip';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { useApp } from '../app-context';
import { RowList } from './row-list';
import type { ServerSource } from './tool-sources';
import type { ToolsContext } from './tools-context';
import styles from './tools-screen.module.css';
import { useCall } from './use-call';

interface ResourceListProps extends ToolsContext {
  readonly server: ServerSource;
  readonly filter: string;
}

interface Row {
  readonly id: string;
  readonly resource: McpResource;
  readonly isTemplate: boolean;
  /** Address, name and description in a form that is safe to display, and the text that the filter searches. */
  readonly uri: string;
  readonly name: string;
  readonly about: string;
}

/** The resources of a server. */
export function ResourceList({ server, filter, chosen, choose, wishFor }: ResourceListProps) {
  const { tools } = useApp();
  const { value, failure, start } = useCall<McpResourceList>();
  const load = useMemo(
    () => () => start((signal) => tools.resources(wishFor(server.label, { mcp: server.mcp }), signal)),
    [start, tools, wishFor, server],
  );
  useEffect(load, [load]);
  const all = useMemo(
    () => [
      ...(value?.resources ?? []).map((resource) => buildResourceRow(resource, false)),
      ...(value?.templates ?? []).map((resource) => buildResourceRow(resource, true)),
    ],
    [value],
  );
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = all.filter(({ uri, name, about }) => {
    const text = `${uri} ${name} ${about}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  if (failure !== undefined) {
    const retry = (
      <Button size="s" onClick={load}>
        Try again
      </Button>
    );
    return (
      <div className={styles.notes}>
        <Note tone="error" action={retry}>
          {failure.message} {failure.advice}
        </Note>
      </div>
    );
  }
  const empty = all.length > 0 ? 'No matching resources.' : 'The server has no resources.';
  return (
    <>
      {(value?.problems ?? []).map((problem) => (
        <div key={problem} className={styles.notes}>
          <Note tone="warning">{makeTextVisible(problem)}</Note>
        </div>
      ))}
      <RowList
        label={`Resources of ${server.label}`}
        rows={rows}
        idOf={(row) => row.id}
        nameOf={(row) => [row.name, row.uri, row.about].filter(Boolean).join(', ')}
        selected={chosen?.kind === 'resource' ? buildResourceId(chosen.resource, chosen.isTemplate) : undefined}
        onSelect={({ resource, isTemplate }) => choose({ kind: 'resource', server: server.key, resource, isTemplate })}
        empty={value === undefined ? 'Asking the server…' : empty}
      >
        {({ name, uri, about, isTemplate, resource: { mimeType, bytes } }) => (
          <>
            <span className={styles.line}>
              <span className={styles.name}>{name}</span>
              {isTemplate && <Chip>Template</Chip>}
              {mimeType !== undefined && <Chip>{makeLineVisible(mimeType, 40)}</Chip>}
              <span className={styles.gap} />
              {bytes !== undefined && <span className={styles.from}>{formatBytes(bytes)}</span>}
            </span>
            <span className={styles.about}>{about === '' ? uri : `${uri} · ${about}`}</span>
          </>
        )}
      </RowList>
    </>
  );
}

const buildResourceId = ({ uri }: McpResource, isTemplate: boolean) => `${isTemplate ? 'template' : 'resource'} ${uri}`;

function buildResourceRow(resource: McpResource, isTemplate: boolean): Row {
  return {
    id: buildResourceId(resource, isTemplate),
    resource,
    isTemplate,
    uri: makeLineVisible(resource.uri, 300),
    name: makeLineVisible(resource.name, 120),
    about: makeLineVisible(resource.description ?? '', 240),
  };
}

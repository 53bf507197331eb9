/** What a workflow can show, in the order of the filter, with its label. */
export const featureLabels = {
  map: 'Map',
  reduce: 'Reduce',
  group: 'Group',
  routing: 'Routing',
  director: 'Director',
  pipeline: 'Pipeline',
  voting: 'Voting',
  bestOf: 'Best of n',
  schema: 'Schema',
  person: 'A person decides',
  mcp: 'MCP',
  search: 'Web search',
  script: 'Script',
  files: 'Files',
  images: 'Attachments',
  compaction: 'Compaction',
} as const;

export type Feature = keyof typeof featureLabels;

export const features = Object.keys(featureLabels) as readonly Feature[];

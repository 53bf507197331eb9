import { type GuidePage, openGuide } from '@/ui/guide';
import { type MenuItem, toItem } from './menu-item';

/** Title of each page of the guide, and further words that find it. */
const pages: { readonly [K in GuidePage]: readonly [title: string, also?: string] } = {
  'first-minute': ['The first minute', 'start tutorial'],
  canvas: ['The canvas', 'draw wires keys shortcuts notes'],
  code: ['The code', 'yaml xml'],
  language: ['The language', 'fields types expressions'],
  'tasks-in-tasks': ['Tasks in tasks', 'group map reduce condition sequence'],
  'director-and-evaluator': ['Director and evaluator', 'loop review'],
  'voting-and-pipelines': ['Voting and pipelines', 'majority'],
  'decomposition-and-drafting': ['Decomposition and drafting', 'reparse'],
  library: ['Library and calls', 'functions'],
  runs: ['Runs', 'resume fork plan cost'],
  context: ['Contexts', 'window tokens compaction'],
  models: ['Models and keys', 'providers prices'],
  tools: ['Tools', 'mcp http'],
  scripts: ['Scripts', 'bash javascript'],
  memory: ['Files and memory', 'matching index'],
  attachments: ['Files to a model', 'pictures pdf'],
  writing: ['Writing', 'large editor prompts schema expression'],
  folders: ['A folder of a repository', 'git repository files on disk'],
  gallery: ['The gallery', 'templates examples recorded'],
  'import-export': ['In and out', 'import export share download zip xml'],
  'command-line': ['The command line', 'headless terminal ci'],
  checkpoints: ['Checkpoints', 'compare revisions history'],
};

/** The pages of the guide. */
export function listGuideItems(): readonly MenuItem[] {
  return (Object.keys(pages) as GuidePage[]).map((page) => {
    const [label, also] = pages[page];
    return toItem({ id: `guide ${page}`, kind: 'guide', label, also, run: () => openGuide(page) });
  });
}

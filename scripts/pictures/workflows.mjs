// The workflows of the pictures.
/** A workflow with models of several kinds: one that ends, one that is new. */
export const withModels = `
name: Release notes
default_model: openai:gpt-6-luna
tasks:
  upgrade_guide: { description: Write the guide., model: "openai:gpt-6-astra" }
  breaking_changes: { description: List what breaks., model: "openai:gpt-6-astra" }
  draft_titles: { description: Find titles., model: "openai:gpt-5" }
  check_links: { description: Check the links., model: "openai:gpt-5" }
  announce: { description: Announce it., model: "openai:gpt-7-nova" }
`;
/** A workflow to be changed. */
export const brief = `
name: Brief
default_model: sim:fast
tasks:
  find: { description: Find three facts about tides. }
  write: { description: "Write a brief about {{find}}.", depends_on: [find] }
`;

/** A workflow with what a canvas can have: wires that end at ports, branches, a loop in a container, notes. */
export const drawn = `
name: Press review
default_model: sim:fast
library:
  headline:
    description: Writes a headline.
    parameters:
      - { name: article, type: string, description: The whole article }
      - { name: words, type: number, default: 8 }
    task:
      type: group
      subtasks:
        find: { description: "Find the point of {{article}}" }
        write: { description: "Write it in {{words}} words: {{find}}", depends_on: [find] }
tasks:
  fetch: { description: Fetch the articles of today. }
  sort:
    description: "Sort {{articles}} by subject."
    inputs: { articles: { from: fetch } }
    depends_on: [fetch]
  each:
    type: map
    items: { from: sort }
    inner_task: { description: "Sum up {{item}} in a sentence." }
    depends_on: [sort]
  choose:
    type: cond
    depends_on: [sort]
    cases:
      - { test: "size(tasks.sort.output) > 400", task: { name: shorten, description: Shorten it. } }
    else: { name: keep, description: Keep it. }
  head: { type: call, ref: headline, args: { article: { from: sort } }, depends_on: [sort] }
  publish: { description: "Publish {{each}} under {{head}}.", depends_on: [each, choose, head] }
layout:
  tasks:
    fetch: [0, 120]
    sort: [280, 120]
    each: [560, -40]
    choose: [560, 130]
    head: [560, 420]
    publish: [900, 130]
  notes:
    - { text: "**Ask first.** The paper wants to see the list before it is sorted.", at: [0, -60], size: [240, 110], color: yellow }
    - { text: "- short\\n- no names in headlines", at: [900, -60], size: [200, 90], color: green }
`;

/** A workflow that looks for files. */
export const withMatch = `
name: Beam report
default_model: sim:fast
tasks:
  find: { type: associative_memory, query: What happened in run 123? }
  report: { description: "Report what happened: {{find.output.context}}", depends_on: [find] }
`;

/** A workflow with a picture for its model. */
export const withPicture = `
name: Review a plan
default_model: openai:gpt-6-sol
tasks:
  review: { description: Is this plan complete?, attachments: [/plan.png] }
`;

/** A workflow with a server of tools. */
export const withTools = `
name: Harbour
default_model: sim:fast
agents:
  pilot: { model: sim:fast, tools: ["harbour.*"] }
tools:
  harbour: { mcp: { url: "https://harbour.example/mcp", tool: "*" } }
  weather: { description: The weather of a port., http: { url: "https://weather.example/" } }
tasks:
  moor: { description: Find a berth., agent: pilot }
  report: { description: Report it., depends_on: [moor] }
`;

/** A workflow that asks a person. */
export const asking = `
name: Approve a brief
default_model: sim:fast
tasks:
  write: { description: Write a short brief about tides. }
  approve:
    type: ask
    description: "May this brief be sent? {{write}}"
    form: { remarks: { type: text } }
    depends_on: [write]
`;

/** A workflow whose check fails, in a script. */
export const failing = `
name: Press review
default_model: sim:fast
tasks:
  fetch: { description: Fetch the articles of today. }
  sort: { description: "Sort {{fetch}} by subject.", depends_on: [fetch] }
  sum_up: { description: "Sum up {{sort}} in five sentences.", depends_on: [sort] }
  check_links:
    type: script
    script: { content: "echo 'Checking 12 links'; echo '2 of 12 links are dead' >&2; exit 3" }
    depends_on: [sort]
  publish: { description: "Publish {{sum_up}}.", depends_on: [sum_up, check_links] }
`;

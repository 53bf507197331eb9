// What Heddle is measured against: React Flow with as many bare nodes, in the same places, and nothing else; for typing
// a text area of React.
import '@xyflow/react/dist/style.css';
import { type Edge, type Node, ReactFlow, useEdgesState, useNodesState } from '@xyflow/react';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { benchTasks } from '../document.mjs';

const query = new URLSearchParams(location.search);
const tasks = benchTasks(Number(query.get('n')));
const nodes: Node[] = tasks.map(({ id, at: [x, y] }) => ({ id, position: { x, y }, data: { label: id } }));
const edges: Edge[] = tasks.flatMap(({ id, after }) =>
  after.map((from: string) => ({ id: `${from}-${id}`, source: from, target: id })),
);

function Bare() {
  const [shownNodes, , onNodesChange] = useNodesState(nodes);
  const [shownEdges, , onEdgesChange] = useEdgesState(edges);
  useEffect(() => {
    requestAnimationFrame(() => performance.mark('bench.first-frame'));
  }, []);
  return (
    <ReactFlow
      nodes={shownNodes}
      edges={shownEdges}
      onNodesChange={onNodesChange}
      onEdgesChange={onEdgesChange}
      minZoom={0.01}
      panOnScroll
      fitView={query.has('fit')}
      onlyRenderVisibleElements={query.has('visible')}
    />
  );
}

function BareText() {
  const [text, setText] = useState('');
  return <textarea rows={20} cols={60} value={text} onChange={(event) => setText(event.target.value)} />;
}

performance.mark('bench.document');
const root = document.getElementById('root');
if (root) createRoot(root).render(query.has('typing') ? <BareText /> : <Bare />);

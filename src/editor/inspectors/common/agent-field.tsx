import { useDocument } from '@/state/context';
import { ChoiceField } from '../fields/choice-field';

/** Which agent of the workflow answers. */
export function AgentField() {
  const agents = useDocument(({ document }) => document.agents);
  const options = Object.keys(agents ?? {}).map((name) => ({ value: name, label: name }));
  return <ChoiceField path={['agent']} label="Agent" options={options} unset="None" />;
}

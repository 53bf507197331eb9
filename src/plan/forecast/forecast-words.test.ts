import { expect, it } from 'vitest';
import { formatForecastReason } from './forecast-words';

it('names a task, and of a call the function that it calls', () => {
  const words = (task: string) => [
    formatForecastReason({ kind: 'part', task }),
    formatForecastReason({ kind: 'follows', task }),
  ];
  expect(words('steps/web')).toEqual(['Because of web in it', 'Asked again if web answers otherwise']);
  expect(words('use/call:report/task')).toEqual(['Because of report in it', 'Asked again if report answers otherwise']);
  expect(words('use/call:report/task/sum')).toEqual(['Because of sum in it', 'Asked again if sum answers otherwise']);
});

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeBackend, problem, type Reply } from '../../tests/support/fake-backend';
import { FitOfStudy } from './fit-of-study';

const MARKS = [
  {
    kind: 'age',
    criterion: '18 years and older',
    verdict: 'met',
    record: 'Born in 1956',
    why: 'You are old enough.',
  },
  {
    kind: 'exclusion',
    criterion: 'You have diabetes',
    verdict: 'not_met',
    record: 'Diabetes, active',
    why: 'Your records name diabetes.',
  },
  {
    kind: 'inclusion',
    criterion: 'You can walk',
    verdict: 'unknown',
    record: null,
    why: 'No record tells this.',
  },
];

async function ask(reply: Reply) {
  const backend = fakeBackend({ '/backend/emr/criteria': reply });
  render(<FitOfStudy connection="the-first-connection" />);
  expect(backend.calls).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Show How You Fit' }));
  return backend;
}

it('shows the verdicts on demand, with the counts first', async () => {
  await ask(() => ({ marks: MARKS }));
  const counts = await screen.findByText('Fits: 1. May keep you out: 1. Not known from your records: 1.');
  expect(document.activeElement).toBe(counts.parentElement);
  expect(screen.getByText(/Only the study team decides/).textContent).toContain(
    'All records that we read count here, also the ones that you leave out. Nothing of this is sent to anyone.',
  );
  const texts = screen
    .getAllByRole('listitem')
    .map((item) => [...item.children].map((part) => part.textContent));
  expect(texts).toEqual([
    ['✓ Fits', 'Who can join: 18 years and older', 'Your record: Born in 1956', 'You are old enough.'],
    [
      '! May keep you out',
      'Who can’t join: You have diabetes',
      'Your record: Diabetes, active',
      'Your records name diabetes.',
    ],
    ['? Not known from your records', 'Who can join: You can walk', 'No record tells this.'],
  ]);
});

it('reports a failure, and can try again', async () => {
  let reply: Reply = () => problem(409, 'connection_over', 'The two hours are over.');
  await ask((call) => reply(call));
  expect(await screen.findByText('The two hours are over.')).toBeTruthy();
  reply = () => ({ marks: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText(/no criteria that we could read/)).toBeTruthy();
});

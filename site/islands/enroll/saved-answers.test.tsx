import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { type Reply, unreachable } from '../../tests/support/fake-backend';
import { passPrescreening } from '../../tests/support/filled-form';
import { enrollProps } from '../../tests/support/samples';
import { signUpBackend } from '../../tests/support/sign-up-backend';
import type { Answer } from '../wire/Answer';
import { Enroll } from './enroll';

function open(
  begun_answers?: Answer[],
  answers: Answer[] = [],
  kept: Reply = () => ({ result: 'kept', errors: [] }),
) {
  const backend = signUpBackend({
    '/backend/draft': kept,
    'GET /backend/participant': () => ({
      data: null,
      draft: {
        study_number: 'STU02001',
        answers,
        begun_answers,
        form: { signing_up_for: 'self' },
        from_records: false,
      },
    }),
  });
  render(<Enroll {...enrollProps()} />);
  return backend;
}

function leave() {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  fireEvent(document, new Event('visibilitychange'));
}

const radios = async (name: string) => {
  await screen.findAllByRole('radio');
  return screen.getAllByRole<HTMLInputElement>('radio', { name });
};

it('answers are saved when the page is left, and restored', async () => {
  const backend = open([{ sys_id: 'q1', answer: 'False' }]);
  expect((await radios('False')).map(({ checked }) => checked)).toEqual([true, false]);
  expect((await radios('True')).map(({ checked }) => checked)).toEqual([false, false]);
  leave();
  expect(backend.to('/backend/draft')).toEqual([]);
  await userEvent.click((await radios('True'))[1] as HTMLElement);
  leave();
  leave();
  expect(backend.to('/backend/draft').map(({ body }) => body)).toEqual([
    {
      study_number: 'STU02001',
      begun_answers: [
        { sys_id: 'q1', answer: 'False' },
        { sys_id: 'q2', answer: 'True' },
      ],
    },
  ]);
});

it('answers are saved shortly after they are given, so that an early reload loses none', async () => {
  const backend = open();
  await userEvent.click((await radios('True'))[0] as HTMLElement);
  await waitFor(() =>
    expect(backend.to('/backend/draft').map(({ body }) => body)).toEqual([
      { study_number: 'STU02001', begun_answers: [{ sys_id: 'q1', answer: 'True' }] },
    ]),
  );
});

it('answers that could not be saved are saved when the page is left', async () => {
  const replies: Reply[] = [unreachable];
  const backend = open([], [], (call) => (replies.shift() ?? (() => ({ result: 'kept' })))(call));
  await userEvent.click((await radios('True'))[0] as HTMLElement);
  await waitFor(() => expect(backend.to('/backend/draft')).toHaveLength(1));
  await waitFor(() => {
    leave();
    expect(backend.to('/backend/draft')).toHaveLength(2);
  });
});

it('a reloaded page waits for the request that was sent when it was left', async () => {
  const visit = { type: 'reload' } as PerformanceNavigationTiming;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([visit]);
  const backend = open([{ sys_id: 'q1', answer: 'False' }]);
  await new Promise((done) => setTimeout(done, 50));
  expect(backend.to('GET /backend/participant')).toEqual([]);
  await waitFor(() => expect(backend.to('GET /backend/participant')).toHaveLength(1));
});

it('passed answers are ignored once another answer was given', async () => {
  const passed: Answer[] = [
    { sys_id: 'q1', answer: 'True' },
    { sys_id: 'q2', answer: 'True' },
  ];
  open([{ sys_id: 'q2', answer: 'False' }], passed);
  expect((await radios('False')).map(({ checked }) => checked)).toEqual([false, true]);
  expect(screen.queryByRole('heading', { name: 'Your Details' })).toBeNull();
});

it('passed answers are not saved again', async () => {
  const backend = open();
  await passPrescreening();
  leave();
  expect(backend.to('/backend/draft')).toEqual([]);
});

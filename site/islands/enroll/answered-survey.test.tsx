import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { enrollProps } from '../../tests/support/samples';
import { signUpBackend } from '../../tests/support/sign-up-backend';
import { Enroll } from './enroll';

/** Opens a sign-up after a survey answered the first question for the visitor. */
function open() {
  const backend = signUpBackend({
    '/backend/draft': () => ({ result: 'kept', errors: [] }),
    'GET /backend/participant': () => ({
      data: null,
      draft: {
        study_number: 'STU02001',
        answers: [],
        begun_answers: [{ sys_id: 'q1', answer: 'False' }],
        from_records: false,
      },
    }),
  });
  render(<Enroll {...enrollProps({ survey_questions: ['q1'] })} />);
  return backend;
}

const shown = () => screen.getAllByRole('group').filter((group) => !group.closest('details'));
const folded = () => document.querySelectorAll<HTMLInputElement>('details input:checked');

it('a question that the survey answered is folded, and counts', async () => {
  const backend = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Up for Myself' }));
  await screen.findByText(/^You answered some questions on the study’s page/);
  expect(shown().map((group) => group.textContent)).toEqual([expect.stringContaining('Question 1 of 1')]);
  expect([...folded()].map(({ name, value }) => [name, value])).toEqual([['q1', 'False']]);
  await userEvent.click(screen.getAllByRole('radio', { name: 'True' })[0] as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: 'NEXT' }));
  expect(backend.to('/backend/prescreen').map(({ body }) => body)).toEqual([
    {
      study_number: 'STU02001',
      answers: [
        { sys_id: 'q1', answer: 'False' },
        { sys_id: 'q2', answer: 'True' },
      ],
    },
  ]);
});

it('all questions are asked about someone else, without the visitor’s answers', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Up for Someone I Care For' }));
  await screen.findByText(/Question 2 of 2/);
  expect(screen.queryByText(/^You answered some questions/)).toBeNull();
  expect(document.querySelectorAll('input:checked')).toHaveLength(0);
});

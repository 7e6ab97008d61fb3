import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { problem } from '../../tests/support/fake-backend';
import { complete, consent, fillIn, passPrescreening, solveCaptcha } from '../../tests/support/filled-form';
import { enrollProps } from '../../tests/support/samples';
import { signUpBackend } from '../../tests/support/sign-up-backend';
import { Enroll } from './enroll';

it('an age that contradicts an answer leads to the date of birth or the questions', async () => {
  const backend = signUpBackend({
    'POST /backend/participant': () =>
      problem(422, 'age_answer_differs', 'Your date of birth doesn’t match the answer about age.', {
        errors: [{ field: 'date_of_birth', message: 'Check the date of birth' }],
      }),
  });
  render(<Enroll {...enrollProps()} />);
  await passPrescreening();
  await fillIn();
  await consent();
  await solveCaptcha();
  await complete();
  const summary = await screen.findByRole('alert', { name: /doesn’t match the answer/ });
  await userEvent.click(within(summary).getByRole('link', { name: 'Check the date of birth' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Month' }));
  await userEvent.click(screen.getByRole('button', { name: 'Answer the Questions Again' }));
  expect(await screen.findByRole('heading', { name: 'A Few Questions First' })).toBeTruthy();
  expect(screen.getAllByRole<HTMLInputElement>('radio', { name: 'True' })[0]?.checked).toBe(true);
  expect(backend.to('POST /backend/participant')).toHaveLength(1);
});

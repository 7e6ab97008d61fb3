import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { complete, consent, fillIn, signUpMyself, solveCaptcha } from '../../tests/support/filled-form';
import { enrollProps } from '../../tests/support/samples';
import { signUpBackend } from '../../tests/support/sign-up-backend';
import { Enroll } from './enroll';

describe('answers that passed before', () => {
  const answers = [
    { sys_id: 'q1', answer: 'True' },
    { sys_id: 'q2', answer: 'True' },
  ];
  const draft = { study_number: 'STU02001', answers, form: { signing_up_for: 'self' } };
  const openForm = async () => {
    const backend = signUpBackend({ 'GET /backend/participant': () => ({ data: null, draft }) });
    render(<Enroll {...enrollProps()} />);
    await screen.findByRole('heading', { name: 'Your Details' });
    return backend;
  };

  it('are not asked again, and are stored with the sign-up', async () => {
    const backend = await openForm();
    expect(backend.to('/backend/prescreen')).toHaveLength(0);
    await fillIn();
    await consent();
    await solveCaptcha();
    await complete();
    await screen.findByRole('button', { name: 'I acknowledge and accept' });
    const stored = backend.to('/backend/submit')[0]?.body as { sys_id: string; answer: string }[];
    expect(stored.map(({ sys_id, answer }) => ({ sys_id, answer }))).toEqual(answers);
  });

  it('can be given again', async () => {
    await openForm();
    await userEvent.click(screen.getByRole('button', { name: 'Answer Them Again' }));
    expect(await screen.findByRole('heading', { name: 'A Few Questions First' })).toBeTruthy();
  });

  it('of another study are ignored', async () => {
    signUpBackend({
      'GET /backend/participant': () => ({ data: null, draft: { ...draft, study_number: 'STU02009' } }),
    });
    render(<Enroll {...enrollProps()} />);
    await signUpMyself();
    expect(await screen.findByRole('heading', { name: 'A Few Questions First' })).toBeTruthy();
  });
});

it('a restored other relationship shows its text field', async () => {
  const form = { signing_up_for: 'someone_else', representative_relationship: 'other' };
  signUpBackend({
    '/backend/questiongroup': () => ({ result: [] }),
    'GET /backend/participant': () => ({
      data: null,
      draft: { study_number: 'STU02001', answers: [], form },
    }),
  });
  render(<Enroll {...enrollProps()} />);
  await screen.findByRole('heading', { name: 'Their Details and Yours' });
  const words = document.querySelector('[name="representative_relationship_other"]');
  expect(words?.closest('div[hidden]')).toBeNull();
});

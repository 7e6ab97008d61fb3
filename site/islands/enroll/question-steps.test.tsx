import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fakeHistory } from '../../tests/support/entries';
import { passPrescreening } from '../../tests/support/filled-form';
import { enrollProps } from '../../tests/support/samples';
import { signUpBackend } from '../../tests/support/sign-up-backend';
import { UNANSWERED_QUESTIONS } from '../messages/sign-up';
import { Enroll } from './enroll';

const next = () => userEvent.click(screen.getByRole('button', { name: 'NEXT' }));
const choose = (answer: 'True' | 'False') => userEvent.click(screen.getByRole('radio', { name: answer }));
const questions = () =>
  screen.getAllByRole('group').map((group) => within(group).getByText(/^I /).textContent);
const isForm = () => screen.queryByRole('heading', { name: 'Your Details' }) !== null;

function narrowScreen() {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

describe('the questions on a phone', () => {
  it('come one at a time, and each must be answered', async () => {
    narrowScreen();
    fakeHistory();
    const backend = signUpBackend();
    render(<Enroll {...enrollProps()} />);
    await screen.findByRole('button', { name: 'NEXT' });
    expect(questions()).toEqual(['Question 1 of 2I am 18 years old or older.']);
    await next();
    const summary = screen.getByRole('alert', { name: UNANSWERED_QUESTIONS });
    expect(within(summary).getAllByRole('link')).toHaveLength(1);
    await choose('True');
    await next();
    expect(questions()).toEqual(['Question 2 of 2I have a leg ulcer.']);
    expect(document.activeElement?.textContent).toBe('Question 2 of 2I have a leg ulcer.');
    expect(backend.to('/backend/prescreen')).toHaveLength(0);
    // A visitor who reloads the page now has already answered the first one.
    expect(backend.to('/backend/draft').map(({ body }) => body)).toEqual([
      { study_number: 'STU02001', begun_answers: [{ sys_id: 'q1', answer: 'True' }] },
    ]);
    await choose('True');
    await next();
    expect(await screen.findByRole('heading', { name: 'Your Details' })).toBeTruthy();
    expect(backend.to('/backend/prescreen')).toHaveLength(1);
  });

  it('keep their answers after going back', async () => {
    narrowScreen();
    fakeHistory();
    signUpBackend();
    render(<Enroll {...enrollProps()} />);
    await screen.findByRole('button', { name: 'NEXT' });
    await choose('False');
    await next();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(questions()).toEqual(['Question 1 of 2I am 18 years old or older.']);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'False' }).checked).toBe(true);
  });
});

describe('back and forward between the questions and the form', () => {
  it('keep the answers and the input', async () => {
    const entries = fakeHistory();
    signUpBackend();
    render(<Enroll {...enrollProps()} />);
    await passPrescreening();
    await userEvent.type(screen.getByRole('textbox', { name: 'First Name' }), 'Maria');
    await entries.back();
    expect(isForm()).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'A Few Questions First' }));
    const chosen = screen.getAllByRole<HTMLInputElement>('radio', { name: 'True' });
    expect(chosen.map(({ checked }) => checked)).toEqual([true, true]);
    await entries.forward();
    expect(isForm()).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First Name' }).value).toBe('Maria');
    await entries.back();
    await next();
    expect(await screen.findByRole('heading', { name: 'Your Details' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First Name' }).value).toBe('Maria');
  });

  it('never skip the check of a changed answer', async () => {
    const entries = fakeHistory();
    const backend = signUpBackend();
    render(<Enroll {...enrollProps()} />);
    await passPrescreening();
    await entries.back();
    await userEvent.click(screen.getAllByRole('radio', { name: 'False' })[1] as HTMLElement);
    await entries.forward();
    expect(isForm()).toBe(false);
    expect(screen.getByRole('alert').textContent).toContain('You changed an answer');
    await next();
    expect(await screen.findByRole('heading', { name: 'Your Details' })).toBeTruthy();
    expect(backend.to('/backend/prescreen')).toHaveLength(2);
    expect(backend.to('/backend/prescreen')[1]?.body).toMatchObject({
      answers: [
        { sys_id: 'q1', answer: 'True' },
        { sys_id: 'q2', answer: 'False' },
      ],
    });
    await entries.back();
    await entries.forward();
    expect(isForm()).toBe(true);
  });
});

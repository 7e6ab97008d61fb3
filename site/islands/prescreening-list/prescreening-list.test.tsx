import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { type Reply, unreachable } from '../../tests/support/fake-backend';
import { partnerStudy } from '../../tests/support/samples';
import { signUpBackend } from '../../tests/support/sign-up-backend';
import { render as drawOnServer } from '../entry-server';
import { SCREENER_FAILED } from '../messages/sign-up';
import { NO_PRESCREENING_QUESTIONS, UNFILLED_QUESTIONS } from '../messages/study';
import { Study } from '../study/study';

async function open(replies: Record<string, Reply> = {}) {
  const backend = signUpBackend(replies);
  render(<Study page={partnerStudy()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Answer the Questions' }));
  return backend;
}

async function answerAll(word: string) {
  for (const radio of await screen.findAllByRole('radio', { name: word })) {
    await userEvent.click(radio);
  }
}

const next = () => userEvent.click(screen.getByRole('button', { name: 'NEXT' }));

it('makes no call before the visitor opens the questions', () => {
  const backend = signUpBackend();
  render(<Study page={partnerStudy()} />);
  expect(backend.calls).toEqual([]);
});

it('moves the focus to its title when it opens and when it closes', async () => {
  await open({ '/backend/prescreen': () => ({ passed: false, message: SCREENER_FAILED }) });
  const title = screen.getByRole('heading', { name: 'See If It May Fit You' });
  expect(document.activeElement).toBe(title);
  await answerAll('False');
  await next();
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
  expect(document.activeElement).toBe(title);
});

it('leaves the focus alone until the questions are opened', () => {
  signUpBackend();
  render(<Study page={partnerStudy()} />);
  expect(document.activeElement).toBe(document.body);
});

it('renders no button on the server, because it would not respond yet', () => {
  const rendered = document.createElement('div');
  rendered.innerHTML = drawOnServer('study', JSON.stringify({ page: partnerStudy() }), 'study-');
  expect(rendered.textContent).toContain('See If It May Fit You');
  expect(rendered.textContent).not.toContain('Answer the Questions');
});

it('shows each question with True and False, and a button to continue', async () => {
  await open();
  const groups = await screen.findAllByRole('group', { name: /Question \d of 2/ });
  const radios = groups.map((group) => [...group.querySelectorAll('input')].map(({ value }) => value));
  expect(radios).toEqual([
    ['True', 'False'],
    ['True', 'False'],
  ]);
  expect(screen.getByRole('button', { name: 'NEXT' })).toBeTruthy();
});

it('reports open questions without calling the server', async () => {
  const backend = await open();
  await userEvent.click((await screen.findAllByRole('radio', { name: 'True' }))[0] as HTMLElement);
  await next();
  const alert = screen.getByRole('alert', { name: UNFILLED_QUESTIONS });
  expect(document.activeElement).toBe(alert);
  expect(backend.to('/backend/prescreen')).toHaveLength(0);
});

it('leads to the sign-up when the answers fit', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const backend = await open();
  await answerAll('True');
  await next();
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce());
  expect(String(leave.mock.calls[0]?.[0])).toMatch(/^\/enroll\/STU02001/);
  expect(backend.to('/backend/prescreen')[0]?.body).toEqual({
    study_number: 'STU02001',
    answers: [
      { sys_id: 'q1', answer: 'True' },
      { sys_id: 'q2', answer: 'True' },
    ],
  });
});

it('says when the answers do not fit, and stays on the page', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
  await open({ '/backend/prescreen': () => ({ passed: false, message: SCREENER_FAILED }) });
  await answerAll('False');
  await next();
  expect((await screen.findByRole('alertdialog')).textContent).toContain(SCREENER_FAILED);
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(leave).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Answer the Questions' })).toBeTruthy();
});

it('shows No Pre-screening Questions Found if there are none, and links to the sign-up', async () => {
  await open({ '/backend/questiongroup': () => ({ result: [] }) });
  expect(await screen.findByText(NO_PRESCREENING_QUESTIONS)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'go straight to the sign up' });
  expect(link.getAttribute('href')).toMatch(/^\/enroll\/STU02001/);
});

it('offers to try again when the questions fail to load', async () => {
  await open({ '/backend/questiongroup': unreachable });
  expect(await screen.findByRole('button', { name: 'Try Again' })).toBeTruthy();
});

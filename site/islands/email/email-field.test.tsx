import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { complete, consent, fillIn, solveCaptcha } from '../../tests/support/filled-form';
import { enrollProps } from '../../tests/support/samples';
import { signUpBackend } from '../../tests/support/sign-up-backend';
import { Enroll } from '../enroll/enroll';
import { EmailField } from './email-field';

const field = () => screen.getByLabelText<HTMLInputElement>(/^Email/);
const status = () => screen.getByRole('status').textContent;

async function leaveWith(email: string) {
  await userEvent.clear(field());
  await userEvent.type(field(), email);
  await userEvent.tab();
}

async function open() {
  const onLeft = vi.fn();
  render(<EmailField label="Email" hint="The study team writes to it" onLeft={onLeft} />);
  await leaveWith('maria@gmial.com');
  await screen.findByText('gmail.com');
  return onLeft;
}

it('suggests a correction when the field is left, and a button applies it', async () => {
  const onLeft = await open();
  expect(status()).toBe('Did you mean gmail.com?');
  await userEvent.click(screen.getByRole('button', { name: 'Use maria@gmail.com' }));
  expect(field().value).toBe('maria@gmail.com');
  expect(document.activeElement).toBe(field());
  expect(status()).toBe('Changed to maria@gmail.com');
  expect(onLeft).toHaveBeenLastCalledWith('maria@gmail.com');
  expect(screen.queryByRole('button')).toBeNull();
});

it('leaves an address that the visitor confirms, and doesn’t ask again', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Keep What I Typed' }));
  expect(field().value).toBe('maria@gmial.com');
  await userEvent.tab();
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(screen.queryByRole('button')).toBeNull();
});

it('removes a suggestion as soon as the visitor types', async () => {
  await open();
  await userEvent.type(field(), 'x');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
});

it('never blocks the form, and repeats the address before it is sent', async () => {
  const backend = signUpBackend({ '/backend/questiongroup': () => ({ result: [] }) });
  render(<Enroll {...enrollProps()} />);
  await screen.findByRole('heading', { name: 'Your Details' });
  await fillIn();
  await leaveWith('maria@gmial.com');
  expect(screen.getByText(/We email your link to/).textContent).toContain('maria@gmial.com');
  await userEvent.click(screen.getByRole('button', { name: 'Change My Email' }));
  expect(document.activeElement).toBe(field());
  await consent();
  await solveCaptcha();
  await complete();
  await waitFor(() => expect(backend.to('POST /backend/participant')).toHaveLength(1));
});

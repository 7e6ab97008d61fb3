import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { enrollProps } from '../../tests/support/samples';
import { signUpBackend } from '../../tests/support/sign-up-backend';
import { Enroll } from './enroll';
import { connectionAddress } from './random-ids';
import { REDIRECT_DELAY, type RegisterOption } from './register-options';

const assign = vi.fn();

beforeEach(() => {
  assign.mockReset();
  vi.spyOn(location, 'assign').mockImplementation(assign);
});

afterEach(() => {
  vi.useRealTimers();
});

async function open(documents: object[] = [], options: RegisterOption[] = ['manually', 'emr', 'upload']) {
  const backend = signUpBackend({
    '/backend/questiongroup': () => ({ result: [] }),
    '/backend/draft': () => ({ result: 'kept', errors: [] }),
    '/backend/upload/remove': () => ({ result: 'removed' }),
    'GET /backend/participant': () => ({
      data: null,
      draft: { study_number: 'STU02001', answers: [], form: { signing_up_for: 'self' }, documents },
    }),
  });
  render(<Enroll {...enrollProps({ register_options: options })} />);
  await screen.findByRole('heading', { name: 'Your Details' });
  return backend;
}

it('a study without questions shows the ways to register and the form at once', async () => {
  await open();
  expect(screen.getByRole('heading', { name: 'How Do You Want to Register?' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'First Name' })).toBeTruthy();
});

it('Enter Manually leads into the form', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Enter Manually' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'First Name' }));
});

it('Upload Document saves the draft and opens the upload after 1.5 seconds', async () => {
  const backend = await open();
  await userEvent.type(screen.getByRole('textbox', { name: 'First Name' }), 'Maria');
  vi.useFakeTimers();
  act(() => screen.getByRole('button', { name: 'Upload Document' }).click());
  expect(screen.getByText(/take you to the upload/)).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(REDIRECT_DELAY - 1));
  expect(assign).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect([REDIRECT_DELAY, assign.mock.calls]).toEqual([1500, [['/upload-document/STU02001']]]);
  expect(backend.to('/backend/draft').map(({ body }) => body)).toEqual([
    {
      study_number: 'STU02001',
      form: { signing_up_for: 'self', preferred_name: 'Maria', country: 'UNITED STATES' },
    },
  ]);
});

const CONNECTION = /^\/connect-to-emr\/[0-9a-f]{32}\/a{32}\/-\/STU02001$/;

it('Connect My EMR saves the draft and opens the connection after 1.5 seconds', async () => {
  const backend = await open();
  await userEvent.type(screen.getByRole('textbox', { name: 'First Name' }), 'Maria');
  vi.useFakeTimers();
  const connect = screen.getByRole('button', { name: 'Connect My EMR' });
  act(() => connect.click());
  act(() => connect.click());
  expect(screen.getByText(/take you to your records/)).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(REDIRECT_DELAY - 1));
  expect(assign).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(assign.mock.calls).toEqual([[expect.stringMatching(CONNECTION)]]);
  expect(backend.to('/backend/draft').map(({ body }) => body)).toEqual([
    {
      study_number: 'STU02001',
      form: { signing_up_for: 'self', preferred_name: 'Maria', country: 'UNITED STATES' },
    },
  ]);
});

it('each connection has a unique random id', () => {
  const addresses = [1, 2, 3].map(() => connectionAddress('a'.repeat(32), 'STU02001'));
  expect(new Set(addresses).size).toBe(3);
  for (const address of addresses) {
    expect(address).toMatch(CONNECTION);
  }
});

it('Error occured. Please try again is shown when no random id can be made', async () => {
  await open();
  vi.spyOn(crypto, 'getRandomValues').mockImplementation(() => {
    throw new Error('no chance');
  });
  await userEvent.click(screen.getByRole('button', { name: 'Connect My EMR' }));
  expect(screen.getByRole('alertdialog', { name: 'Error occured. Please try again' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(assign).not.toHaveBeenCalled();
});

it('the content decides which ways are offered', async () => {
  await open([], ['manually', 'emr']);
  const ways = screen.getByRole('region', { name: 'How Do You Want to Register?' });
  expect([...ways.querySelectorAll('button')].map((way) => way.textContent)).toEqual([
    'Enter Manually',
    'Connect My EMR',
  ]);
});

it('an uploaded document is shown instead of the upload, and can be removed', async () => {
  localStorage.setItem('doc_upload_status', 'uploaded');
  const backend = await open([
    { id: 'one', kind: 'image/png', bytes: 2048 },
    { id: 'two', kind: 'image/heic', bytes: 4096 },
  ]);
  expect(screen.getByText('2 documents go with your sign up')).toBeTruthy();
  expect(screen.getByText('2. HEIC photo, 4 kB')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Upload Document' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Connect My EMR' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove document 1' }));
  expect(document.activeElement).toBe(screen.getByText('Your document goes with your sign up'));
  expect(screen.getByText('HEIC photo, 4 kB')).toBeTruthy();
  expect({ ...localStorage }).toEqual({ doc_upload_status: 'uploaded' });
  await userEvent.click(screen.getByRole('button', { name: 'Remove document 1' }));
  expect(screen.getByRole('button', { name: 'Upload Document' })).toBeTruthy();
  expect(backend.to('/backend/upload/remove').map(({ body }) => (body as { id: string }).id)).toEqual([
    'one',
    'two',
  ]);
  expect(localStorage.length).toBe(0);
});

it('more files can be added to uploaded ones', async () => {
  await open([{ id: 'one', kind: 'image/png', bytes: 2048 }]);
  vi.useFakeTimers();
  act(() => screen.getByRole('button', { name: 'Add More Files' }).click());
  await act(() => vi.advanceTimersByTimeAsync(REDIRECT_DELAY));
  expect(assign.mock.calls).toEqual([['/upload-document/STU02001']]);
});

it('says that an uploaded document is gone', async () => {
  localStorage.setItem('doc_upload_status', 'uploaded');
  await open();
  expect(
    screen.getByText('The document that you uploaded before is gone. You can upload it again.'),
  ).toBeTruthy();
  await waitFor(() => expect(localStorage.length).toBe(0));
});

it('offers no way that the content does not offer', async () => {
  await open([], ['manually']);
  expect(screen.queryByRole('heading', { name: 'How Do You Want to Register?' })).toBeNull();
});

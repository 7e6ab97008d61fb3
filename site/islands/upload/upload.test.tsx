import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBackend, problem, type Reply } from '../../tests/support/fake-backend';
import { partnerStudy } from '../../tests/support/samples';
import { inWords, kindOf, megabytes, problemWith } from './document-file';
import { Upload } from './upload';

const DOCUMENT = { kind: 'application/pdf', bytes: 1234 };

/** A line to the bucket on which a test decides when a document arrives. */
class FakeRequest {
  static sent: FakeRequest[] = [];
  upload: { onprogress?: (event: object) => void } = {};
  status = 0;
  timeout = 0;
  form = new FormData();
  action = '';
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  open(_method: string, action: string) {
    this.action = action;
  }
  send(form: FormData) {
    this.form = form;
    FakeRequest.sent.push(this);
  }
  abort() {
    this.onabort();
  }
}

beforeEach(() => {
  FakeRequest.sent = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  history.replaceState(null, '', '/upload-document/STU01009');
});

async function open(replies: Record<string, Reply> = {}, document?: object) {
  const backend = fakeBackend({
    '/backend/trial': () => ({ study: { result: [] }, page: partnerStudy({ study_number: 'STU01009' }) }),
    'GET /backend/participant': () => ({
      data: null,
      draft: { study_number: 'STU01009', answers: [], form: {}, document },
    }),
    '/backend/upload': () => ({ action: '/documents', fields: { key: 'abc', policy: 'xyz' } }),
    '/backend/upload/complete': () => ({ document: DOCUMENT }),
    '/backend/upload/remove': () => ({ result: 'removed' }),
    ...replies,
  });
  render(<Upload />);
  await screen.findByRole('heading', { name: 'Upload a Document' });
  return backend;
}

const file = (name: string, type: string, size = 20) => new File(['x'.repeat(size)], name, { type });

async function choose(chosen: File) {
  const input = await screen.findByLabelText<HTMLInputElement>('PDF or Picture');
  await userEvent.upload(input, chosen, { applyAccept: false });
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  return input;
}

async function sending() {
  await waitFor(() => expect(FakeRequest.sent.length).toBe(1));
  return FakeRequest.sent[0] as FakeRequest;
}

describe('uploading a document', () => {
  it('sends the document without its name, and shows how much of it is sent', async () => {
    const backend = await open();
    await choose(file('my hiv test.pdf', 'application/pdf'));
    const request = await sending();
    expect(backend.to('/backend/upload')[0]?.body).toEqual({
      study_number: 'STU01009',
      kind: 'application/pdf',
    });
    expect([request.action, [...request.form.keys()]]).toEqual(['/documents', ['key', 'policy', 'file']]);
    expect((request.form.get('file') as File).name).toBe('document');
    act(() => request.upload.onprogress?.({ lengthComputable: true, loaded: 9, total: 20 }));
    expect(screen.getByText('45 %')).toBeTruthy();
    act(() => request.upload.onprogress?.({ lengthComputable: true, loaded: 20, total: 20 }));
    expect(screen.getByRole('status').textContent).toBe('Checking your document …');
    request.status = 204;
    act(() => request.onload());
    expect(await screen.findByText('Your Document Has Arrived')).toBeTruthy();
    expect(screen.getByText(/PDF, 2 kB/)).toBeTruthy();
    const on = screen.getByRole('link', { name: 'Go On with Your Sign Up' });
    expect(on.getAttribute('href')).toBe('/enroll/STU01009');
    expect({ ...localStorage }).toEqual({ doc_upload_status: 'uploaded' });
  });

  it.each([
    ['a text', file('a.txt', 'text/plain'), 'Choose a PDF, or a JPEG or PNG picture'],
    ['nothing in it', file('a.pdf', 'application/pdf', 0), 'This file is empty. Choose another one'],
    [
      'too much',
      Object.defineProperty(file('a.png', 'image/png'), 'size', { value: 12_000_000 }),
      'This file is 11.5 MB. Choose one of at most 10 MB',
    ],
  ])('says what is wrong with a file of %s, and sends nothing', async (_, chosen, message) => {
    const backend = await open();
    const input = await choose(chosen);
    expect(screen.getByRole('alert').textContent).toBe(message);
    expect([input.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', input]);
    expect(backend.to('/backend/upload')).toEqual([]);
  });

  it('can be cancelled', async () => {
    await open();
    await choose(file('a.jpg', 'image/jpeg'));
    await sending();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Upload' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says what to do when the line breaks, or the server refuses what has arrived', async () => {
    const detail = 'This is no PDF and no JPEG or PNG picture, so we did not keep it.';
    await open({ '/backend/upload/complete': () => problem(422, 'document_unreadable', detail) });
    await choose(file('a.pdf', 'application/pdf'));
    const request = await sending();
    act(() => request.onerror());
    expect((await screen.findByRole('alert')).textContent).toMatch(/connection/i);
    expect(document.activeElement).toBe(screen.getByLabelText('PDF or Picture'));
    FakeRequest.sent = [];
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    const again = await sending();
    again.status = 204;
    act(() => again.onload());
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('PDF or Picture'));
    expect(localStorage.length).toBe(0);
  });

  it('shows the document that was uploaded before, and removes it', async () => {
    localStorage.setItem('doc_upload_status', 'uploaded');
    const backend = await open({}, DOCUMENT);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the Document' }));
    expect(await screen.findByRole('button', { name: 'Upload' })).toBeTruthy();
    expect(backend.to('/backend/upload/remove')[0]?.body).toEqual({ study_number: 'STU01009' });
    expect(localStorage.length).toBe(0);
  });

  it('takes no document for a study that takes no sign-ups', async () => {
    const page = partnerStudy({ sign_up: null });
    fakeBackend({ '/backend/trial': () => ({ study: { result: [] }, page }) });
    render(<Upload />);
    expect(await screen.findByText(/it takes no documents/)).toBeTruthy();
  });
});

describe('a file', () => {
  it('is what its type says, or its name where there is no type', () => {
    const table = [
      [file('a', 'image/png'), 'image/png'],
      [file('a.PDF', ''), 'application/pdf'],
      [file('a.jpeg', ''), 'image/jpeg'],
      [file('a.pdf', 'text/html'), undefined],
      [file('a.gif', ''), undefined],
    ] as const;
    expect(table.map(([chosen]) => kindOf(chosen))).toEqual(table.map(([, kind]) => kind));
    expect(problemWith(undefined)).toBe('Choose a file first');
    expect(problemWith(file('a.pdf', 'application/pdf'))).toBeUndefined();
  });

  it('has a size that people can read', () => {
    expect([1, 1024, 1025, 1_048_576, 10_485_761].map(megabytes)).toEqual([
      '1 kB',
      '1 kB',
      '2 kB',
      '1.0 MB',
      '10.1 MB',
    ]);
    expect(inWords({ kind: 'image/jpeg', bytes: 2_000_000 })).toBe('JPEG picture, 2.0 MB');
  });
});

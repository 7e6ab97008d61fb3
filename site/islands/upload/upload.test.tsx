import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBackend, problem, type Reply, unreachable } from '../../tests/support/fake-backend';
import { partnerStudy } from '../../tests/support/samples';
import { describeDocument, kindOf, megabytes, problemWith } from './document-file';
import { Upload } from './upload';

const DOCUMENT = { id: 'one', kind: 'application/pdf', bytes: 1234 };

/** A request that completes when the test says so. */
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

async function open(replies: Record<string, Reply> = {}, documents: object[] = []) {
  let begun = 0;
  let completed = 0;
  const backend = fakeBackend({
    '/backend/trial': () => ({ study: { result: [] }, page: partnerStudy({ study_number: 'STU01009' }) }),
    'GET /backend/participant': () => ({
      data: null,
      draft: { study_number: 'STU01009', answers: [], form: {}, documents },
    }),
    '/backend/upload': () => {
      begun += 1;
      return { id: `id-${begun}`, action: '/documents', fields: { key: 'abc', policy: 'xyz' } };
    },
    '/backend/upload/complete': () => {
      completed += 1;
      return { document: { ...DOCUMENT, id: `id-${completed}` } };
    },
    '/backend/upload/remove': () => ({ result: 'removed' }),
    ...replies,
  });
  render(<Upload />);
  await screen.findByRole('heading', { name: 'Upload a Document' });
  return backend;
}

const file = (name: string, type: string, size = 20) => new File(['x'.repeat(size)], name, { type });

async function choose(...chosen: File[]) {
  const input = await screen.findByLabelText<HTMLInputElement>('PDFs or Photos');
  await userEvent.upload(input, chosen, { applyAccept: false });
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  return input;
}

/** The request that sends the file with this number, from 1. */
async function sending(count = 1) {
  await waitFor(() => expect(FakeRequest.sent.length).toBe(count));
  return FakeRequest.sent[count - 1] as FakeRequest;
}

async function arrives(count = 1) {
  const request = await sending(count);
  request.status = 204;
  await act(async () => request.onload());
}

const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent);

describe('uploading documents', () => {
  it('sends the document without its name, and shows the progress', async () => {
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
    expect(screen.getByRole('progressbar', { name: 'Sending my hiv test.pdf' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Sign Up/ })).toBeNull();
    act(() => request.upload.onprogress?.({ lengthComputable: true, loaded: 20, total: 20 }));
    expect(screen.getByRole('status').textContent).toBe('Checking my hiv test.pdf …');
    await arrives();
    expect(await screen.findByText('PDF, 2 kB. Uploaded')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Your file has arrived.');
    expect(backend.to('/backend/upload/complete')[0]?.body).toEqual({ study_number: 'STU01009', id: 'id-1' });
    const on = screen.getByRole('link', { name: 'Go On with Your Sign Up' });
    expect(on.getAttribute('href')).toBe('/enroll/STU01009');
    expect({ ...localStorage }).toEqual({ doc_upload_status: 'uploaded' });
  });

  it('sends several files one after another, in the chosen order', async () => {
    const backend = await open();
    await choose(file('1.jpg', 'image/jpeg'), file('2.heic', ''), file('3.heif', 'image/heif'));
    expect(rows().slice(1)).toEqual(['2.heicWaitingCancel 2.heic', '3.heifWaitingCancel 3.heif']);
    for (const count of [1, 2, 3]) {
      await arrives(count);
    }
    expect(await screen.findAllByText('PDF, 2 kB. Uploaded')).toHaveLength(3);
    expect(screen.getByRole('status').textContent).toBe('3 files have arrived.');
    expect(backend.to('/backend/upload').map(({ body }) => (body as { kind: string }).kind)).toEqual([
      'image/jpeg',
      'image/heic',
      'image/heic',
    ]);
    expect(backend.to('/backend/upload/complete').map(({ body }) => (body as { id: string }).id)).toEqual([
      'id-1',
      'id-2',
      'id-3',
    ]);
  });

  it.each([
    ['a wrong type', file('a.txt', 'text/plain'), 'Choose a PDF, or a JPEG, PNG, or HEIC photo'],
    ['no content', file('a.pdf', 'application/pdf', 0), 'This file is empty. Choose another one'],
    [
      'too much content',
      Object.defineProperty(file('a.png', 'image/png'), 'size', { value: 12_000_000 }),
      'This file is 11.5 MB. Choose one of at most 10 MB',
    ],
  ])('reports a file with %s, and sends nothing', async (_, chosen, message) => {
    const backend = await open();
    const input = await choose(chosen);
    expect(screen.getByRole('alert').textContent).toBe(message);
    expect([input.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', input]);
    expect(backend.to('/backend/upload')).toEqual([]);
  });

  it('sends the valid files, and names the others', async () => {
    const backend = await open(
      {},
      Array(8)
        .fill(DOCUMENT)
        .map((one, at) => ({ ...one, id: `before-${at}` })),
    );
    await choose(file('a.txt', 'text/plain'), ...[1, 2, 3].map((page) => file(`${page}.png`, 'image/png')));
    expect(screen.getByRole('alert').textContent).toBe(
      'a.txt: Choose a PDF, or a JPEG, PNG, or HEIC photoYou can send up to 10 files. We left out the last 1',
    );
    await arrives(1);
    await arrives(2);
    expect(await screen.findByText('You have 10 files, the most that you can send.')).toBeTruthy();
    expect(backend.to('/backend/upload')).toHaveLength(2);
  });

  it('can be cancelled, and continues with the next file', async () => {
    await open();
    await choose(file('a.jpg', 'image/jpeg'), file('b.jpg', 'image/jpeg'));
    await sending();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel a.jpg' }));
    await arrives(2);
    expect(rows()).toEqual(['b.jpgPDF, 2 kB. UploadedRemove b.jpg']);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your Files' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says what to do when the connection breaks, and sends the file again', async () => {
    await open();
    await choose(file('a.pdf', 'application/pdf'));
    const request = await sending();
    await act(async () => request.onerror());
    expect((await screen.findByRole('alert')).textContent).toMatch(/connection/i);
    expect(localStorage.length).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again with a.pdf' }));
    await arrives(2);
    expect(await screen.findByText('PDF, 2 kB. Uploaded')).toBeTruthy();
  });

  it('says why the server rejected a file, without offering to retry', async () => {
    const detail = 'This PDF is locked.';
    await open({ '/backend/upload/complete': () => problem(422, 'document_locked', detail) });
    await choose(file('a.pdf', 'application/pdf'));
    await arrives();
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
    expect(screen.queryByRole('button', { name: /Try Again/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Remove a.pdf' }));
    expect(screen.queryByRole('list')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Upload a Document' }));
    expect(localStorage.length).toBe(0);
  });

  it('repeats the completion call when its answer is lost', async () => {
    let lost = true;
    const backend = await open({
      '/backend/upload/complete': () => {
        if (lost) {
          lost = false;
          throw new TypeError('the line broke');
        }
        return { document: DOCUMENT };
      },
    });
    await choose(file('a.pdf', 'application/pdf'));
    await arrives();
    expect(await screen.findByText('PDF, 2 kB. Uploaded')).toBeTruthy();
    expect(FakeRequest.sent).toHaveLength(1);
    const completedIds = backend
      .to('/backend/upload/complete')
      .map(({ body }) => (body as { id: string }).id);
    expect(completedIds).toEqual(['id-1', 'id-1']);
  });

  it('takes documents for another person whose sign-up is begun after one in this browser', async () => {
    const draft = { study_number: 'STU01009', answers: [], form: { signing_up_for: 'someone_else' } };
    const data = { pt_id: 'PT0123456789AB', study_number: 'STU01009', acknowledged: true };
    await open({ 'GET /backend/participant': () => ({ data, draft }) });
    expect(await screen.findByLabelText('PDFs or Photos')).toBeTruthy();
    expect(screen.queryByText(/You have signed up for this study already/)).toBeNull();
  });

  it('says when it can’t find out what was uploaded before, and tries again', async () => {
    let reply: Reply = unreachable;
    const draft = { study_number: 'STU01009', answers: [], form: {}, documents: [DOCUMENT] };
    await open({ 'GET /backend/participant': (call) => reply(call) });
    expect(await screen.findByText(/^We couldn’t find out which documents you sent already/)).toBeTruthy();
    expect(screen.queryByLabelText('PDFs or Photos')).toBeNull();
    reply = () => ({ data: null, draft });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Your Files' })).toBeTruthy();
    expect(rows()).toHaveLength(1);
  });

  it('shows documents that were uploaded before, and removes one', async () => {
    localStorage.setItem('doc_upload_status', 'uploaded');
    const backend = await open({}, [DOCUMENT, { id: 'two', kind: 'image/heic', bytes: 2_000_000 }]);
    await screen.findByRole('button', { name: 'Remove File 1' });
    expect(rows()).toEqual([
      'File 1PDF, 2 kB. UploadedRemove File 1',
      'File 2HEIC photo, 2.0 MB. UploadedRemove File 2',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove File 2' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(backend.to('/backend/upload/remove')[0]?.body).toEqual({ study_number: 'STU01009', id: 'two' });
    expect({ ...localStorage }).toEqual({ doc_upload_status: 'uploaded' });
    await userEvent.click(screen.getByRole('button', { name: 'Remove File 1' }));
    await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
    expect(localStorage.length).toBe(0);
  });

  it('accepts no documents for a closed study', async () => {
    const page = partnerStudy({ sign_up: null });
    fakeBackend({ '/backend/trial': () => ({ study: { result: [] }, page }) });
    render(<Upload />);
    expect(await screen.findByText(/it takes no documents/)).toBeTruthy();
  });
});

describe('a file', () => {
  it('has the kind of its type, or of its extension without a type', () => {
    const table = [
      [file('a', 'image/png'), 'image/png'],
      [file('a.PDF', ''), 'application/pdf'],
      [file('a.jpeg', ''), 'image/jpeg'],
      [file('a.pdf', 'text/html'), undefined],
      [file('a.gif', ''), undefined],
    ] as const;
    expect(table.map(([chosen]) => kindOf(chosen))).toEqual(table.map(([, kind]) => kind));
    expect(problemWith(file('a.pdf', 'application/pdf'))).toBeUndefined();
  });

  it('has a readable size', () => {
    expect([1, 1024, 1025, 1_048_576, 10_485_761].map(megabytes)).toEqual([
      '1 kB',
      '1 kB',
      '2 kB',
      '1.0 MB',
      '10.1 MB',
    ]);
    expect(describeDocument({ kind: 'image/jpeg', bytes: 2_000_000 })).toBe('JPEG photo, 2.0 MB');
  });
});

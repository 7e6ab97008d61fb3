import { expect, it, vi } from 'vitest';
import { fakeBackend, problem, type Reply, unreachable } from '../../tests/support/fake-backend';
import { connected, UNCONNECTED } from '../../tests/support/records-backend';
import { mount } from './thank-you';

const SIGN_UP = { pt_id: 'PT0123456789AB', study_number: 'STU02001', acknowledged: true };
const SHARE = {
  share: 3,
  at: new Date(2026, 2, 3, 16, 12, 5).toISOString(),
  system: 'Harbor Health',
  records: 3,
  counted: '2 immunizations, 1 condition',
  named: ['Influenza, seasonal', 'Asthma'],
};
const SENTENCE = '2 immunizations, 1 condition from Harbor Health, shared on March 3, 2026 at 4:12 PM';

const receipt = (document: string) => ({
  number: 1,
  at: '2026-11-22T10:00:00Z',
  document,
  version: '1.3',
  sha256: 'ab12',
  locale: 'en',
  labels: [],
  channels: [],
  previous: '',
  digest: 'cd34',
});

async function open(replies: Record<string, Reply>, records = 'data-records="offered"') {
  history.replaceState(null, '', '/thankyou/PT0123456789AB');
  document.body.innerHTML = `<div data-island="thank-you"><h1></h1><p data-part="found">Found</p>
    <section ${records}></section>
    <div><p role="status"></p><button type="button" data-receipts>Show My Receipts</button></div></div>`;
  const island = document.querySelector('div') as HTMLElement;
  const backend = fakeBackend({ '/backend/participant': () => ({ data: SIGN_UP }), ...replies });
  mount(island);
  const place = island.querySelector('section') as HTMLElement;
  const press = (label: string) =>
    [...place.querySelectorAll('button')].find((button) => button.textContent === label)?.click();
  return { backend, place, press };
}

const openWithShare = async (withdraw: Reply, more: Record<string, Reply> = {}) => {
  const opened = await open({
    '/backend/emr/shares': () => ({ shares: [SHARE] }),
    '/backend/emr/withdraw': withdraw,
    '/backend/emr/records': () => UNCONNECTED,
    ...more,
  });
  await vi.waitFor(() => expect(opened.place.querySelector('h2')?.textContent).toBe('Records You Shared'));
  return opened;
};

it('shows the counts, the health system, and the local time of a share', async () => {
  const { backend, place } = await openWithShare(unreachable);
  expect(place.querySelector('li p')?.textContent).toBe(SENTENCE);
  expect(backend.to('/backend/emr/shares')[0]?.query.get('number')).toBe('PT0123456789AB');
  const named = [...place.querySelectorAll('details li')].map((one) => one.textContent);
  expect(named).toEqual(['Influenza, seasonal', 'Asthma']);
});

it('says in place of hidden names where they are shown', async () => {
  const hidden = { ...SHARE, system: '', named: [] };
  const { place } = await openWithShare(unreachable, { '/backend/emr/shares': () => ({ shares: [hidden] }) });
  const entry = place.querySelector('li') as HTMLElement;
  expect(entry.textContent).toContain('2 immunizations, 1 condition, shared on March 3, 2026 at 4:12 PM');
  expect(entry.textContent).toContain('You can see the names on the device that shared them.');
  expect(entry.querySelector('details')).toBeNull();
  expect(entry.textContent).toContain('Take Back');
});

it('numbers only the shares that read the same', async () => {
  const counted = '1 allergy';
  const shares = [SHARE, { ...SHARE, share: 5, counted }, { ...SHARE, share: 7 }];
  const { place } = await openWithShare(unreachable, { '/backend/emr/shares': () => ({ shares }) });
  const other = SENTENCE.replace(SHARE.counted, counted);
  const sentences = [...place.querySelectorAll('li p:first-child')].map((one) => one.textContent);
  expect(sentences).toEqual([`${SENTENCE} (first)`, other, `${SENTENCE} (second)`]);
});

it('takes records back after a confirmation and reports it', async () => {
  const { backend, place, press } = await openWithShare(() => ({ result: 'withdrawn' }));
  press('Take Back');
  expect(place.querySelector('[role="status"]')?.textContent).toMatch(
    /^Take back 2 immunizations, 1 condition\?/,
  );
  expect(document.activeElement).toBe(place.querySelector('[role="status"]'));
  press('Keep Them Shared');
  expect(document.activeElement?.textContent).toBe('Take Back');
  expect(backend.to('/backend/emr/withdraw')).toEqual([]);
  press('Take Back');
  press('Yes, Take Them Back');
  press('Yes, Take Them Back');
  await vi.waitFor(() => expect(place.textContent).toContain('the study team was told to erase its copy'));
  expect(document.activeElement?.textContent).toContain('They were erased here');
  expect(backend.to('/backend/emr/withdraw').map(({ body }) => body)).toEqual([
    { number: 'PT0123456789AB', share: 3 },
  ]);
});

it('says after taking back what stays, and how to erase that', async () => {
  const { place, press } = await openWithShare(() => ({ result: 'withdrawn' }));
  press('Take Back');
  press('Yes, Take Them Back');
  await vi.waitFor(() => expect(place.textContent).toContain('You took these back.'));
  const said = document.activeElement as HTMLElement;
  expect(said.textContent).toMatch(
    /your sign-up form stays\. To have that erased too, delete your sign up\.$/,
  );
  expect(said.querySelector('a')?.getAttribute('href')).toBe('/deleteme');
});

it('updates the receipts after taking back if they are shown, and not before', async () => {
  const receipts: object[] = [receipt('records')];
  const { backend, place, press } = await openWithShare(
    () => {
      receipts.push(receipt('records-withdrawn'));
      return { result: 'withdrawn' };
    },
    { '/backend/receipts': () => ({ receipts }) },
  );
  document.querySelector<HTMLElement>('[data-receipts]')?.click();
  await vi.waitFor(() => expect(document.querySelectorAll('ol > li').length).toBe(1));
  press('Take Back');
  press('Yes, Take Them Back');
  await vi.waitFor(() => expect(document.querySelectorAll('ol > li').length).toBe(2));
  expect(document.querySelectorAll('ol').length).toBe(1);
  expect(document.querySelector('ol')?.textContent).toContain('Medical records taken back');
  expect(place.textContent).toContain('You took these back.');
  expect(backend.to('/backend/receipts').length).toBe(2);
});

it('does not load receipts after taking back if none are shown', async () => {
  const { backend, place, press } = await openWithShare(() => ({ result: 'withdrawn' }));
  press('Take Back');
  press('Yes, Take Them Back');
  await vi.waitFor(() => expect(place.textContent).toContain('You took these back.'));
  expect(backend.to('/backend/receipts')).toEqual([]);
});

it('reports that taking back failed, and can try again', async () => {
  let reply: Reply = unreachable;
  const { place, press } = await openWithShare((call) => reply(call));
  press('Take Back');
  press('Yes, Take Them Back');
  await vi.waitFor(() => expect(place.textContent).toContain('We could not take them back.'));
  reply = () => ({ result: 'withdrawn' });
  press('Yes, Take Them Back');
  await vi.waitFor(() => expect(place.textContent).toContain('You took these back.'));
});

it('links to records for the same study that are not shared yet', async () => {
  const { place } = await open({
    '/backend/emr/shares': () => ({ shares: [] }),
    '/backend/emr/records': () => connected(),
  });
  await vi.waitFor(() => expect(place.querySelector('h2')?.textContent).toBe('Share Your Medical Records'));
  expect(place.textContent).toContain('We read records at Harbor Health that you have not shared yet.');
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/medical-records');
});

it('links to records that were read after a share, next to what was shared', async () => {
  const { place } = await openWithShare(unreachable, { '/backend/emr/records': () => connected() });
  await vi.waitFor(() => expect(place.querySelector('a')?.textContent).toBe('Look at Your Records'));
  const titles = [...place.querySelectorAll('h2')].map((title) => title.textContent);
  expect(titles).toEqual(['Records You Shared', 'Share Your Medical Records']);
  expect(place.querySelector('li p')?.textContent).toBe(SENTENCE);
});

it('reports that the shares failed to load, and can try again', async () => {
  let shares: Reply = () => problem(503, 'unavailable', 'Not now');
  const { place, press } = await open({
    '/backend/emr/shares': (call) => shares(call),
    '/backend/emr/records': () => UNCONNECTED,
  });
  const failed = () => place.querySelector('[role="status"]')?.textContent;
  await vi.waitFor(() => expect(failed()).toContain('We could not load the records that you shared.'));
  press('Try Again');
  expect(document.activeElement).toBe(place);
  await vi.waitFor(() => expect(failed()).toContain('We could not load the records that you shared.'));
  shares = () => ({ shares: [SHARE] });
  press('Try Again');
  await vi.waitFor(() => expect(place.querySelector('li p')?.textContent).toBe(SENTENCE));
  expect(place.textContent).not.toContain('could not');
});

const NONE_HERE: [string, Reply][] = [
  ['no records', () => UNCONNECTED],
  ['records for another study', () => connected([[], [], [], []], { study_number: 'X' })],
  ['records that do not come', unreachable],
];

it.each(NONE_HERE)('offers to connect a health system for the study, with %s', async (_, records) => {
  const { place } = await open({
    '/backend/emr/shares': () => ({ shares: [] }),
    '/backend/emr/records': records,
  });
  await vi.waitFor(() => expect(place.querySelector('a')?.textContent).toBe('Connect My EMR'));
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/connect-to-emr/STU02001');
  expect(place.querySelector('h2')?.textContent).toBe('Share Your Medical Records');
});

it.each(NONE_HERE)('offers nothing where sign-up offers no records, with %s', async (_, records) => {
  const replies = { '/backend/emr/shares': () => ({ shares: [] }), '/backend/emr/records': records };
  const { backend, place } = await open(replies, 'data-records');
  await vi.waitFor(() => expect(backend.to('/backend/emr/records').length).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(place.children.length).toBe(0);
  expect(document.body.textContent).toContain('Found');
});

it('offers no connection when records were already shared', async () => {
  const { backend, place } = await openWithShare(unreachable);
  await vi.waitFor(() => expect(backend.to('/backend/emr/records').length).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(place.textContent).not.toContain('Connect My EMR');
});

it('does not load records without a known sign-up', async () => {
  const { backend } = await open({ '/backend/participant': () => problem(404, 'not_found', 'Not Found') });
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(backend.calls.map(({ path }) => path)).toEqual(['/backend/participant']);
});

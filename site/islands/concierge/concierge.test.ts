import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBackend, json, type Reply, unreachable } from '../../tests/support/fake-backend';
import { invitation, mount } from './concierge';

const PT = 'PT0000000000AB';
const trial = { account_sid: 'AC1', flex_flow_id: 'FO1', nct_number: 'NCT00000101', study_sys_id: 'sys-1' };
const goTo = vi.fn();

beforeEach(() => goTo.mockClear());

function open(query: string, reply: Reply) {
  history.replaceState(null, '', `/concierge${query}`);
  document.body.innerHTML = `<div data-island="concierge"><p data-part="waiting" hidden>Loading ...</p>
    <div data-part="failed" hidden><button data-retry>Try Again</button></div><p data-part="none" hidden>No nurse</p></div>`;
  const backend = fakeBackend({ '/backend/trial': reply, '/backend/study': reply });
  vi.spyOn(location, 'assign').mockImplementation(goTo);
  const island = document.querySelector('div') as HTMLElement;
  mount(island);
  const isShown = (name: string) => !island.querySelector<HTMLElement>(`[data-part="${name}"]`)?.hidden;
  return { backend, island, isShown };
}

describe('the concierge', () => {
  it('reads the values by position, whatever their names', () => {
    expect(invitation(`?a=stu01009&b=${PT}&c=Rosa`)).toEqual({ study: 'STU01009', participant: PT });
    expect(invitation(`?a=STU01009&b=pt+oooo-oooo-ooAB`).participant).toBe(PT);
    expect(invitation(`?a=STU01009&b=0000-0000-00AB`).participant).toBe(PT);
    expect(invitation('')).toEqual({ study: '', participant: '' });
    expect(invitation('?a=../x&b=Rosa&c=PT')).toEqual({ study: '', participant: '' });
  });

  it('looks up the trial, stores the chat data, and opens the nurse page', async () => {
    const { backend } = open(`?studyId=STU01009&pt=${PT}&name=Rosa`, () => ({ study: { result: [trial] } }));
    await vi.waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/nurse'));
    expect(backend.calls.map(({ path, query }) => `${path}?${query}`)).toEqual([
      '/backend/trial?id=STU01009&ptr=ps',
    ]);
    expect({ ...localStorage }).toEqual({
      chat_status: 'started',
      acc_sid: 'AC1',
      flow_id: 'FO1',
      study_nct: 'NCT00000101',
      study_sid: 'sys-1',
      prospectID: PT,
    });
  });

  it('removes every value from the address at once, and stores no name', async () => {
    open(`?studyId=NCT00000101&pt=x&name=Rosa`, () => ({ result: [trial] }));
    expect(location.href).toMatch(/\/concierge$/);
    await vi.waitFor(() => expect(goTo).toHaveBeenCalled());
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('Rosa');
    expect(localStorage.getItem('prospectID')).toBeNull();
  });

  it.each([
    ['no account', { study: { result: [{ ...trial, account_sid: ' ' }] } }],
    ['no trial', { study: { result: [] } }],
  ])('stays open when there is %s, and says that there is no nurse', async (_, answer) => {
    const { isShown } = open('?id=STU01009', () => answer);
    expect(isShown('none')).toBe(false);
    await vi.waitFor(() => expect(isShown('none')).toBe(true));
    expect([isShown('waiting'), isShown('failed')]).toEqual([false, false]);
    expect([goTo.mock.calls, localStorage.length]).toEqual([[], 0]);
  });

  it('reports that the nurse can’t be reached, and can try again', async () => {
    let works = false;
    const { island, isShown } = open('?id=STU01009', () =>
      works ? { study: { result: [trial] } } : unreachable(),
    );
    await vi.waitFor(() => expect(isShown('failed')).toBe(true));
    works = true;
    island.querySelector('button')?.click();
    await vi.waitFor(() => expect(goTo).toHaveBeenCalledWith('/nurse'));
  });

  it('makes no call when the address names no study', () => {
    const { backend } = open('', () => json({}));
    expect(backend.calls).toEqual([]);
  });
});

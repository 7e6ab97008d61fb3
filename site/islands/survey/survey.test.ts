import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBackend, problem, type Reply } from '../../tests/support/fake-backend';
import { NO_PLACE_CHOSEN, NOT_ELIGIBLE, UNANSWERED_SURVEY } from '../messages/survey';
import { mount } from './survey';

const question = (id: string, answers: boolean[]) => `
  <fieldset data-question="${id}"><legend>${id}</legend>
    <p class="field__error" hidden>Choose an answer</p>
    ${answers.map((passes, index) => `<label><input type="radio" name="${id}" value="${index}" data-passes="${passes}"><span>${id} ${index}</span></label>`).join('')}
  </fieldset>`;

const PLACES = `<select><option value="">Choose a place</option><option value="/enroll/STU1/ps?city=Akron&state=OH&country=US">Akron</option>
  <option value="/enroll/STU1/ps?city=Cleveland&state=OH&country=US">Cleveland</option></select>`;

const goTo = vi.fn();

function open(places = '', keeping: Reply = () => ({ result: 'stored', count: 2 })) {
  document.body.innerHTML = `<section data-island="survey"><form data-study="STU1" data-sign-up="/enroll/STU1">
    ${question('age', [true, false])}${question('stage', [true, false])}${places}
    <button data-alive hidden>Submit</button></form></section>`;
  const backend = fakeBackend({ '/backend/criteria': keeping });
  const island = document.querySelector('[data-island]') as HTMLElement;
  mount(island);
  const choose = (id: string, index: number) => {
    (island.querySelectorAll(`input[name="${id}"]`)[index] as HTMLInputElement).checked = true;
  };
  const submit = () => island.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
  const said = () => island.querySelector('[role="alertdialog"] p')?.textContent;
  return { island, backend, choose, submit, said };
}

beforeEach(() => {
  goTo.mockClear();
  vi.stubGlobal('location', { ...window.location, assign: goTo });
});

it('shows its button only once it works', () => {
  expect(open().island.querySelector('button')?.hidden).toBe(false);
});

it('can be submitted only when every question is answered', () => {
  const { island, choose, submit, said } = open();
  choose('age', 0);
  submit();
  expect(said()).toBe(UNANSWERED_SURVEY);
  const errors = [...island.querySelectorAll<HTMLElement>('.field__error')].map((error) => error.hidden);
  expect(errors).toEqual([true, false]);
  island.querySelector('dialog button')?.dispatchEvent(new Event('click', { bubbles: true }));
  expect(document.activeElement?.getAttribute('name')).toBe('stage');
  expect(goTo).not.toHaveBeenCalled();
});

it('says when an answer does not fit, and sends and keeps nothing', () => {
  const { backend, choose, submit, said } = open();
  choose('age', 0);
  choose('stage', 1);
  submit();
  expect(said()).toBe(NOT_ELIGIBLE);
  expect(goTo).not.toHaveBeenCalled();
  expect(backend.calls).toEqual([]);
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});

it.each([
  ['', '/enroll/STU1'],
  [PLACES, '/enroll/STU1/ps?city=Cleveland&state=OH&country=US'],
])('leads on to the sign-up at the place that was chosen', async (places, address) => {
  const { island, choose, submit, said } = open(places);
  choose('age', 0);
  choose('stage', 0);
  const select = island.querySelector('select');
  if (select) {
    select.selectedIndex = 2;
  }
  submit();
  expect(said()).toBeUndefined();
  await vi.waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith(address));
});

it('hands what was chosen to the sign-up, and keeps nothing in the browser', async () => {
  const { backend, choose, submit } = open();
  choose('age', 0);
  choose('stage', 0);
  submit();
  await vi.waitFor(() => expect(goTo).toHaveBeenCalledOnce());
  const criteria = [
    { id: 'age', choices: ['age 0'] },
    { id: 'stage', choices: ['stage 0'] },
  ];
  expect(backend.to('/backend/criteria')[0]?.body).toEqual({ study_number: 'STU1', criteria });
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});

it('leads on when what was chosen can’t be kept', async () => {
  const { choose, submit } = open('', () => problem(503, 'unavailable', 'Not now.'));
  choose('age', 0);
  choose('stage', 0);
  submit();
  await vi.waitFor(() => expect(goTo).toHaveBeenCalledOnce());
});

it('asks where, when there is a choice and nobody has chosen', () => {
  const { island, choose, submit, said } = open(PLACES);
  choose('age', 0);
  choose('stage', 0);
  submit();
  expect(said()).toBe(NO_PLACE_CHOSEN);
  expect(goTo).not.toHaveBeenCalled();
  island.querySelector('dialog button')?.dispatchEvent(new Event('click', { bubbles: true }));
  expect(document.activeElement).toBe(island.querySelector('select'));
});

it('takes back all other answers when none of them is chosen, and the other way round', () => {
  const { island } = open();
  const boxes = ['Asthma', 'Heart disease', 'None of the above'].map((label, index) => {
    const alone = index === 2 ? ' data-alone' : '';
    return `<label><input type="checkbox" name="risks" data-passes="true"${alone}><span>${label}</span></label>`;
  });
  island
    .querySelector('form')
    ?.insertAdjacentHTML('afterbegin', `<fieldset data-question="risks">${boxes.join('')}</fieldset>`);
  const [asthma, heart, none] = island.querySelectorAll<HTMLInputElement>('input[name="risks"]');
  const chosen = () => [asthma?.checked, heart?.checked, none?.checked];
  asthma?.click();
  heart?.click();
  expect(chosen()).toEqual([true, true, false]);
  none?.click();
  expect(chosen()).toEqual([false, false, true]);
  heart?.click();
  expect(chosen()).toEqual([false, true, false]);
});

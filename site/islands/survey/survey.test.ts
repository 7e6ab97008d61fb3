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

function open(places = '', criteriaReply: Reply = () => ({ result: 'stored', count: 2 })) {
  document.body.innerHTML = `<section data-island="survey"><form data-study="STU1" data-sign-up="/enroll/STU1">
    ${question('age', [true, false])}${question('stage', [true, false])}${places}
    <button data-alive hidden>Submit</button></form></section>`;
  const backend = fakeBackend({
    '/backend/criteria': criteriaReply,
    '/backend/draft': () => ({ result: 'kept', errors: [] }),
  });
  const island = document.querySelector('[data-island]') as HTMLElement;
  mount(island);
  const choose = (id: string, index: number) => {
    (island.querySelectorAll(`input[name="${id}"]`)[index] as HTMLInputElement).checked = true;
  };
  const submit = () => island.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
  const alertText = () => island.querySelector('[role="alertdialog"] p')?.textContent;
  return { island, backend, choose, submit, alertText };
}

beforeEach(() => {
  goTo.mockClear();
  vi.stubGlobal('location', { ...window.location, assign: goTo });
});

it('shows its button once it is active', () => {
  expect(open().island.querySelector('button')?.hidden).toBe(false);
});

it('can be submitted only when every question is answered', () => {
  const { island, choose, submit, alertText } = open();
  choose('age', 0);
  submit();
  expect(alertText()).toBe(UNANSWERED_SURVEY);
  const errors = [...island.querySelectorAll<HTMLElement>('.field__error')].map((error) => error.hidden);
  expect(errors).toEqual([true, false]);
  island.querySelector('dialog button')?.dispatchEvent(new Event('click', { bubbles: true }));
  expect(document.activeElement?.getAttribute('name')).toBe('stage');
  expect(goTo).not.toHaveBeenCalled();
});

it('says when an answer does not fit, and sends and stores nothing', () => {
  const { backend, choose, submit, alertText } = open();
  choose('age', 0);
  choose('stage', 1);
  submit();
  expect(alertText()).toBe(NOT_ELIGIBLE);
  expect(goTo).not.toHaveBeenCalled();
  expect(backend.calls).toEqual([]);
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});

it.each([
  ['', '/enroll/STU1'],
  [PLACES, '/enroll/STU1/ps?city=Cleveland&state=OH&country=US'],
])('leads to the sign-up at the chosen place', async (places, address) => {
  const { island, choose, submit, alertText } = open(places);
  choose('age', 0);
  choose('stage', 0);
  const select = island.querySelector('select');
  if (select) {
    select.selectedIndex = 2;
  }
  submit();
  expect(alertText()).toBeUndefined();
  await vi.waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith(address));
});

it('passes the answers to the sign-up, and stores nothing in the browser', async () => {
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

it('leads to the sign-up even if the answers can’t be stored', async () => {
  const { choose, submit } = open('', () => problem(503, 'unavailable', 'Not now.'));
  choose('age', 0);
  choose('stage', 0);
  submit();
  await vi.waitFor(() => expect(goTo).toHaveBeenCalledOnce());
});

it('asks for a place if there are several and none is chosen', () => {
  const { island, choose, submit, alertText } = open(PLACES);
  choose('age', 0);
  choose('stage', 0);
  submit();
  expect(alertText()).toBe(NO_PLACE_CHOSEN);
  expect(goTo).not.toHaveBeenCalled();
  island.querySelector('dialog button')?.dispatchEvent(new Event('click', { bubbles: true }));
  expect(document.activeElement).toBe(island.querySelector('select'));
});

it('clears all other answers when “none” is chosen, and vice versa', () => {
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

it('answers the study’s own questions in the draft, after the survey is stored', async () => {
  const { island, backend, choose, submit } = open();
  const [age] = island.querySelectorAll<HTMLElement>('fieldset');
  if (age) {
    age.dataset.studyQuestion = 'q1';
    for (const [index, input] of age.querySelectorAll('input').entries()) {
      input.dataset.studyAnswer = index === 0 ? 'True' : 'False';
    }
  }
  choose('age', 0);
  choose('stage', 0);
  submit();
  await vi.waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/enroll/STU1'));
  expect(backend.calls.map(({ path }) => path)).toEqual(['/backend/criteria', '/backend/draft']);
  expect(backend.calls[1]?.body).toEqual({
    study_number: 'STU1',
    begun_answers: [{ sys_id: 'q1', answer: 'True' }],
  });
});

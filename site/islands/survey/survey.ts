import { saveCriteria } from '../backend/criteria';
import { leaveFor } from '../leave-for';
import { NO_PLACE_CHOSEN, NOT_ELIGIBLE, UNANSWERED_SURVEY } from '../messages/survey';
import type { SurveyAnswer } from '../wire/SurveyAnswer';
import { say } from './alert';
import { type Answered, qualifies, type Substitution, unanswered } from './evaluating';

/**
 * Tells from the answers whether a study may fit. They stay on the page until they fit and the person goes on to the
 * sign-up, which they then belong to (D-209).
 */
export function mount(island: HTMLElement): void {
  const form = island.querySelector('form');
  if (!form) {
    return;
  }
  for (const waiting of form.querySelectorAll<HTMLElement>('[data-alive]')) {
    waiting.hidden = false;
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const open = new Set(unanswered(read(form)).map(({ id }) => id));
    mark(form, open);
    if (open.size > 0) {
      say(form, UNANSWERED_SURVEY, () => firstOf(form, open)?.querySelector('input')?.focus());
    } else if (!qualifies(read(form), specialOf(form))) {
      say(form, NOT_ELIGIBLE);
    } else if (placeOf(form)?.value === '') {
      say(form, NO_PLACE_CHOSEN, () => placeOf(form)?.focus());
    } else {
      void goOn(form);
    }
  });
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.checked) {
      leaveAlone(target);
    }
  });
  island.dataset.alive = '';
}

/** Who has none of the conditions has none of them: such an answer takes back all others, and they take it back. */
function leaveAlone(chosen: HTMLInputElement): void {
  for (const other of chosen.closest('fieldset')?.querySelectorAll<HTMLInputElement>('input:checked') ?? []) {
    if (other !== chosen && ('alone' in chosen.dataset || 'alone' in other.dataset)) {
      other.checked = false;
    }
  }
}

/** The sign-up begins whether or not the answers could be kept for it. */
async function goOn(form: HTMLFormElement): Promise<void> {
  await saveCriteria(form.dataset.study ?? '', choicesOf(form)).catch(() => undefined);
  leaveFor(goalOf(form));
}

function choicesOf(form: HTMLFormElement): SurveyAnswer[] {
  return questionsOf(form).map((question) => ({
    id: question.dataset.question ?? '',
    choices: [...question.querySelectorAll<HTMLInputElement>('input:checked')].map(
      (answer) => answer.labels?.[0]?.textContent?.trim() ?? '',
    ),
  }));
}

function questionsOf(form: HTMLFormElement): HTMLFieldSetElement[] {
  return [...form.querySelectorAll<HTMLFieldSetElement>('fieldset[data-question]')];
}

function read(form: HTMLFormElement): Answered[] {
  return questionsOf(form).map((question) => {
    const chosen = question.querySelectorAll<HTMLInputElement>('input:checked');
    return {
      id: question.dataset.question ?? '',
      results: [...chosen].map((answer) => answer.dataset.passes === 'true'),
    };
  });
}

function specialOf(form: HTMLFormElement): Substitution | undefined {
  const { when, use } = form.dataset;
  return when && use ? { when, use } : undefined;
}

function firstOf(form: HTMLFormElement, open: Set<string>): HTMLFieldSetElement | undefined {
  return questionsOf(form).find((question) => open.has(question.dataset.question ?? ''));
}

function mark(form: HTMLFormElement, open: Set<string>): void {
  for (const question of questionsOf(form)) {
    const isOpen = open.has(question.dataset.question ?? '');
    question.classList.toggle('has-error', isOpen);
    for (const words of question.querySelectorAll<HTMLElement>('.field__error')) {
      words.hidden = !isOpen;
    }
  }
}

/** Where the person wants to take part, where there is a choice. */
function placeOf(form: HTMLFormElement): HTMLSelectElement | null {
  return form.querySelector('select');
}

/** The sign-up, at the place that was chosen where places are offered. */
function goalOf(form: HTMLFormElement): string {
  return placeOf(form)?.value || (form.dataset.signUp ?? '/');
}

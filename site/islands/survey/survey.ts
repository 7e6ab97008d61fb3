import { saveCriteria, saveStudyAnswers } from '../backend/criteria';
import { leaveFor } from '../leave-for';
import { NO_PLACE_CHOSEN, NOT_ELIGIBLE, UNANSWERED_SURVEY } from '../messages/survey';
import type { Answer } from '../wire/Answer';
import type { SurveyAnswer } from '../wire/SurveyAnswer';
import { showAlert } from './alert';
import { type QuestionResults, qualifies, type Substitution, unanswered } from './evaluating';

/**
 * Checks whether a study may fit. The answers stay on the page until they fit and the visitor continues to the sign-up,
 * which they then become part of (D-209).
 */
export function mount(island: HTMLElement): void {
  const form = island.querySelector('form');
  if (!form) {
    return;
  }
  for (const button of form.querySelectorAll<HTMLElement>('[data-alive]')) {
    button.hidden = false;
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const open = new Set(unanswered(readAnswers(form)).map(({ id }) => id));
    markOpen(form, open);
    if (open.size > 0) {
      showAlert(form, UNANSWERED_SURVEY, () => firstOf(form, open)?.querySelector('input')?.focus());
    } else if (!qualifies(readAnswers(form), specialOf(form))) {
      showAlert(form, NOT_ELIGIBLE);
    } else if (placeOf(form)?.value === '') {
      showAlert(form, NO_PLACE_CHOSEN, () => placeOf(form)?.focus());
    } else {
      void goOn(form);
    }
  });
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.checked) {
      clearOthers(target);
    }
  });
  island.dataset.alive = '';
}

/** Clears "none of these" when another answer is chosen, and the other way around. */
function clearOthers(chosen: HTMLInputElement): void {
  for (const other of chosen.closest('fieldset')?.querySelectorAll<HTMLInputElement>('input:checked') ?? []) {
    if (other !== chosen && ('alone' in chosen.dataset || 'alone' in other.dataset)) {
      other.checked = false;
    }
  }
}

/** Continues to the sign-up, whether or not the answers could be stored. */
async function goOn(form: HTMLFormElement): Promise<void> {
  const study = form.dataset.study ?? '';
  await saveCriteria(study, choicesOf(form)).catch(() => undefined);
  // One after the other: the first call may create the session.
  const answers = studyAnswersOf(form);
  if (answers.length > 0) {
    await saveStudyAnswers(study, answers).catch(() => undefined);
  }
  leaveFor(signUpAddressOf(form));
}

function choicesOf(form: HTMLFormElement): SurveyAnswer[] {
  return questionsOf(form).map((question) => ({
    id: question.dataset.question ?? '',
    choices: [...question.querySelectorAll<HTMLInputElement>('input:checked')].map(
      (answer) => answer.labels?.[0]?.textContent?.trim() ?? '',
    ),
  }));
}

/** The answers to the study's own questions, as far as the survey asks the same. */
function studyAnswersOf(form: HTMLFormElement): Answer[] {
  return questionsOf(form).flatMap((question) => {
    const sys_id = question.dataset.studyQuestion;
    const answer = question.querySelector<HTMLInputElement>('input:checked')?.dataset.studyAnswer;
    return sys_id && (answer === 'True' || answer === 'False') ? [{ sys_id, answer }] : [];
  });
}

function questionsOf(form: HTMLFormElement): HTMLFieldSetElement[] {
  return [...form.querySelectorAll<HTMLFieldSetElement>('fieldset[data-question]')];
}

function readAnswers(form: HTMLFormElement): QuestionResults[] {
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

function markOpen(form: HTMLFormElement, open: Set<string>): void {
  for (const question of questionsOf(form)) {
    const isOpen = open.has(question.dataset.question ?? '');
    question.classList.toggle('has-error', isOpen);
    for (const words of question.querySelectorAll<HTMLElement>('.field__error')) {
      words.hidden = !isOpen;
    }
  }
}

/** The choice of a place, if there is one. */
function placeOf(form: HTMLFormElement): HTMLSelectElement | null {
  return form.querySelector('select');
}

/** The sign-up address, with the chosen place if places are offered. */
function signUpAddressOf(form: HTMLFormElement): string {
  return placeOf(form)?.value || (form.dataset.signUp ?? '/');
}

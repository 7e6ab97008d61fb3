import type { StudyPage } from '../wire/StudyPage';

/** Whom a study admits, by age and sex, in one line. */
export function whoCanJoin({ ages, gender }: StudyPage): string {
  switch (gender) {
    case 'Female':
      return `Female, ${inSentence(ages)}`;
    case 'Male':
      return `Male, ${inSentence(ages)}`;
    default:
      return ages;
  }
}

function inSentence(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

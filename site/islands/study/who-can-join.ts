import type { StudyPage } from '../wire/StudyPage';

/** The ages and sex that a study admits, in one line. */
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

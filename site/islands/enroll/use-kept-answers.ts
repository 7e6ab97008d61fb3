import { useRef } from 'react';
import { keepDraft } from '../backend/draft';
import type { Answer } from '../wire/Answer';
import { useLeaving } from './use-leaving';

/** Keeps answers when their page is left or put aside before they are checked. */
export function useKeptAnswers(studyNumber: string): (answers: Answer[]) => void {
  const unkept = useRef<Answer[]>([]);
  useLeaving(() => {
    if (unkept.current.length > 0) {
      // What can't be kept is answered once more.
      keepDraft(studyNumber, { begun_answers: unkept.current }).catch(() => {});
      unkept.current = [];
    }
  });
  return (answers) => {
    unkept.current = answers;
  };
}

import { useState } from 'react';
import { Loading } from '../parts/loading';
import { TryAgain } from '../parts/try-again';
import type { Answer } from '../wire/Answer';
import type { AskedQuestion } from '../wire/AskedQuestion';
import type { StudyPage } from '../wire/StudyPage';
import type { EnrollProps } from './enroll';
import { EnrollingAt } from './enrolling-at';
import { ParticipantForm } from './participant-form';
import { Prescreening } from './prescreening';
import { useQuestions } from './use-questions';
import { useStepBar } from './use-step-bar';

const DEFAULT_STUDY = 'STU01009';

/** A study that one can sign up for. */
export type SignUpProps = EnrollProps & { study: StudyPage; studyNumber: string };

/** An answered question, on its way into the participant's record. */
export type AnsweredQuestion = Answer & { order: string };

/** Pre-screening first, then the participant's details. */
export function SignUp(props: SignUpProps) {
  const { study, studyNumber, default_study = DEFAULT_STUDY } = props;
  const questions = useQuestions(study.study_sys_id ?? '', studyNumber);
  const [answers, setAnswers] = useState<AnsweredQuestion[] | null>(null);
  const asking = questions.state === 'loading' || (questions.list.length > 0 && answers === null);
  const standsAlone = studyNumber === default_study;
  useStepBar(asking ? 'Self Assessment' : 'Sign Up');

  const askAgain = () => {
    setAnswers(null);
    questions.reload();
  };

  return (
    <div className={standsAlone ? 'enroll enroll--wide' : 'enroll'}>
      {!standsAlone && <EnrollingAt study={study} />}
      <div className="enroll__steps">
        {questions.state === 'loading' && <Loading />}
        {questions.state === 'failed' && (
          <TryAgain message="We couldn’t load the study’s questions." onRetry={questions.reload} />
        )}
        {questions.state !== 'loading' &&
          (asking ? (
            <Prescreening
              questions={questions.list}
              studyNumber={studyNumber}
              onPassed={(given) => setAnswers(withOrder(given, questions.list))}
            />
          ) : (
            <ParticipantForm {...props} answers={answers ?? []} onQuestionsOpen={askAgain} />
          ))}
      </div>
    </div>
  );
}

function withOrder(answers: Answer[], questions: AskedQuestion[]): AnsweredQuestion[] {
  return answers.map((answer) => ({
    ...answer,
    order: questions.find(({ sys_id }) => sys_id === answer.sys_id)?.order ?? '',
  }));
}

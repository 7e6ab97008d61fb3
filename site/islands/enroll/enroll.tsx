import { RECRUITMENT_COMPLETED, STUDY_NOT_FOUND } from '../messages/study';
import { Loading } from '../parts/loading';
import { NotFound } from '../parts/not-found';
import { TryAgain } from '../parts/try-again';
import { useStudyOfAddress } from '../study-of-address';
import type { StudyPage } from '../wire/StudyPage';
import type { EnrollProps } from './enroll-props';
import { SignUp } from './sign-up';

/** The sign-up page of a study. */
export function Enroll(props: EnrollProps) {
  return props.study ? <OpenSignUp {...props} study={props.study} /> : <NamedStudy {...props} />;
}

function NamedStudy(props: EnrollProps) {
  const lookup = useStudyOfAddress();
  switch (lookup.state) {
    case 'loading':
      return <Loading title="Sign Up" />;
    case 'failed':
      return <TryAgain title="Sign Up" message={lookup.message} onRetry={lookup.retry} />;
    case 'missing':
      return <NotFound message={STUDY_NOT_FOUND} />;
    case 'found':
      return <OpenSignUp {...props} study={lookup.study} />;
  }
}

function OpenSignUp(props: EnrollProps & { study: StudyPage }) {
  const { study } = props;
  const own = study.partner === 'patientrials';
  if (own && study.sign_up !== null && study.study_number !== null) {
    return <SignUp {...props} studyNumber={study.study_number} />;
  }
  return (
    <section className="not-found">
      <h1 className="not-found__title">{study.title}</h1>
      {own ? (
        <p className="note note--closed">{RECRUITMENT_COMPLETED}</p>
      ) : (
        <p>You can’t sign up for this study here. Its page says whom you can ask.</p>
      )}
      <p>
        <a className="button" href={own ? '/' : `/study/${study.id}`}>
          {own ? 'Find Trials' : 'Show the Study'}
        </a>
      </p>
    </section>
  );
}

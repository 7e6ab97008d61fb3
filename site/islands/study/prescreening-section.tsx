import { lazy, Suspense, useState } from 'react';
import { Loading } from '../parts/loading';
import type { SiteView } from '../wire/SiteView';
import type { StudyPage } from '../wire/StudyPage';
import { signUpAddress } from './site-choice';

const PrescreeningList = lazy(() => import('../prescreening-list/prescreening-list'));

/** The questions that a study asks before its sign-up, for those who want to know first. They load when asked for. */
export function PrescreeningSection({ page, site }: { page: StudyPage; site: SiteView | null }) {
  const [isOpen, setOpen] = useState(false);
  const { sign_up, study_number, study_sys_id } = page;
  if (sign_up === null || study_number === null || study_sys_id === null) {
    return null;
  }
  return (
    <section className="study__section" aria-labelledby="prescreening">
      <h2 className="section__title" id="prescreening">
        See If It May Fit You
      </h2>
      {isOpen ? (
        <Suspense fallback={<Loading />}>
          <PrescreeningList
            sysId={study_sys_id}
            studyNumber={study_number}
            signUp={signUpAddress(sign_up, site)}
            onStop={() => setOpen(false)}
          />
        </Suspense>
      ) : (
        <>
          <p>Answer the first questions of the study team here, before you give your name.</p>
          <button className="button button--quiet" type="button" onClick={() => setOpen(true)}>
            Answer the Questions
          </button>
        </>
      )}
    </section>
  );
}

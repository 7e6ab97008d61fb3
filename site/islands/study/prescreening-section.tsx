import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { Loading } from '../parts/loading';
import { useHydrated } from '../use-hydrated';
import type { SiteView } from '../wire/SiteView';
import type { StudyPage } from '../wire/StudyPage';
import { signUpAddress } from './site-choice';

const PrescreeningList = lazy(() => import('../prescreening-list/prescreening-list'));

/** The pre-screening questions of a study, loaded on demand. */
export function PrescreeningSection({ page, site }: { page: StudyPage; site: SiteView | null }) {
  const isAwake = useHydrated();
  const title = useRef<HTMLHeadingElement>(null);
  const [shown, show] = useState<'nothing yet' | 'questions' | 'invitation'>('nothing yet');
  // The focused button disappears when the list opens or closes, so the focus moves to the title.
  useLayoutEffect(() => {
    if (shown !== 'nothing yet') {
      title.current?.focus();
    }
  }, [shown]);
  const { sign_up, study_number, study_sys_id } = page;
  if (sign_up === null || study_number === null || study_sys_id === null) {
    return null;
  }
  const numberOfSite = site?.study_number ?? study_number;
  const isOfOtherStudy = numberOfSite !== study_number;
  return (
    <section className="study__section" aria-labelledby="prescreening">
      <h2 className="section__title" id="prescreening" ref={title} tabIndex={-1}>
        See If It May Fit You
      </h2>
      {shown === 'questions' ? (
        <Suspense fallback={<Loading />}>
          <PrescreeningList
            sysId={study_sys_id}
            studyNumber={study_number}
            signUp={signUpAddress(sign_up, site)}
            onStop={() => show('invitation')}
          />
        </Suspense>
      ) : (
        <>
          <p>The study team asks some questions first. You can answer them before you give your name.</p>
          <p className="study__asking">
            {isAwake && isOfOtherStudy && (
              <a className="button button--quiet" href={signUpAddress(sign_up, site)}>
                Answer the Questions
              </a>
            )}
            {isAwake && !isOfOtherStudy && (
              <button className="button button--quiet" type="button" onClick={() => show('questions')}>
                Answer the Questions
              </button>
            )}
          </p>
        </>
      )}
    </section>
  );
}

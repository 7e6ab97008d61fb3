import { useReducer, useState } from 'react';
import { cookiesWork } from '../backend/cookies';
import { placeOf } from '../study/places';
import { namesAnotherPlace, namesPlace, siteOfAddress } from '../study/site-of-address';
import { useAddress } from '../use-address';
import { CurrentStep } from './current-step';
import type { SignUpProps } from './enroll-props';
import { EnrollingAt } from './enrolling-at';
import { START, signUpReducer } from './sign-up-reducer';
import { SiteChoiceField } from './site-choice-field';
import { useEarlierSignUp } from './use-earlier-sign-up';

const DEFAULT_STUDY = 'STU01009';

/** Shows an earlier sign-up of this browser, or else pre-screening and then the participant's details. */
export function SignUp(props: SignUpProps) {
  const { study, studyNumber, default_study = DEFAULT_STUDY } = props;
  const [state, dispatch] = useReducer(signUpReducer, START);
  useEarlierSignUp(studyNumber, state.lookup, dispatch);
  const draftSite = state.draft?.form?.site ?? null;
  const standsAlone = studyNumber === default_study;
  const query = useAddress()?.query ?? null;
  const placeQuery =
    namesPlace(query) || draftSite === null ? query : new URLSearchParams({ site: draftSite });
  const sites = study.sites.filter((candidate) => candidate.takes_sign_ups);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const chosen = sites.find((candidate) => candidate.key === chosenKey) ?? null;
  const siteInAddress = siteOfAddress(placeQuery, study.sites);
  const site = chosen ?? siteInAddress;
  const isAnotherPlace = chosen === null && namesAnotherPlace(placeQuery, siteInAddress);
  const isOwnChoice = chosen !== null || (namesPlace(placeQuery) && !isAnotherPlace);
  const choice = { sites, site, isOwnChoice, onChoose: setChosenKey };
  const checkCookies = async () => {
    const work = await cookiesWork();
    dispatch({ type: 'cookies', work });
    return work;
  };
  return (
    <div className={standsAlone ? 'enroll enroll--wide' : 'enroll'}>
      <div className="enroll__steps">
        <p className={standsAlone ? 'enroll__study' : 'enroll__study enroll__study--beside'}>
          Sign up for: {study.title}
          {site && ` (${placeOf(site) || site.site_name})`}
        </p>
        {isAnotherPlace && (
          <p className="note">
            You cannot sign up at the place that you chose. You are signing up for the site that is named
            above. <a href={`/study/${studyNumber}`}>See all sites of this study</a>.
          </p>
        )}
        <CurrentStep
          {...props}
          state={state}
          dispatch={dispatch}
          choice={choice}
          siteToKeep={isOwnChoice || namesPlace(placeQuery) ? (site?.key ?? null) : null}
          onCookieCheck={checkCookies}
        />
      </div>
      {standsAlone ? <SiteChoiceField {...choice} /> : <EnrollingAt study={study} choice={choice} />}
    </div>
  );
}

import { GetNotified } from '../notify/get-notified';
import type { SiteView } from '../wire/SiteView';
import { placeOf } from './places';
import { signUpAddress } from './site-choice';

/** The sign-up of a study, if it is open, and its site. */
export type SignUpCardProps = {
  signUp: string | null;
  /** Whether the study has not started recruiting. */
  soon: boolean;
  site: SiteView | null;
  /** Whether other sites accept sign-ups, too. */
  hasOtherSites: boolean;
  /** The study's condition, for finding another study. */
  condition: string | undefined;
  /** The study number for a subscription to news, if the study has not started. */
  news: string | null;
};

/** The card that leads from a study to its sign-up. */
export function SignUpCard({ signUp, soon, site, hasOtherSites, condition, news }: SignUpCardProps) {
  if (signUp === null) {
    return (
      <aside className="card sign-up-card" aria-labelledby="sign-up-card">
        <h2 className="card__title" id="sign-up-card">
          Look for Another Study
        </h2>
        <p>Other studies of the same condition may take people now.</p>
        <a className="button button--quiet" href={condition ? `/results?${searchFor(condition)}` : '/'}>
          Find Trials
        </a>
        {news !== null && <GetNotified subject={{ study: news }} />}
      </aside>
    );
  }
  return (
    <aside className="card sign-up-card" aria-labelledby="sign-up-card">
      <h2 className="card__title" id="sign-up-card">
        {soon ? 'Would You Like to Join?' : 'Think This Could Be for You?'}
      </h2>
      <p>
        {soon
          ? 'This study has not started yet. You can sign up now, and the study team contacts you when it starts.'
          : 'See if you may be able to join, and tell the study team how to reach you.'}{' '}
        It takes about 5 minutes.
      </p>
      {site && (
        <p className="sign-up-card__site">
          Site: <strong>{placeOf(site) || site.site_name}</strong>
          {hasOtherSites && (
            <>
              {' '}
              <a href="#where">Choose Another Site</a>
            </>
          )}
        </p>
      )}
      <a className="button" href={signUpAddress(signUp, site)}>
        {soon ? 'Sign Up Before It Starts' : 'Check If I Can Join'}
      </a>
      <p className="sign-up-card__reassurance">You can stop at any time. Joining is always your choice.</p>
      {news !== null && <GetNotified subject={{ study: news }} />}
    </aside>
  );
}

function searchFor(condition: string): string {
  return `q=${encodeURIComponent(condition)}&in=UNITED%20STATES`;
}

import { useEffect, useState } from 'react';
import { isCancelled } from '../backend/backend-error';
import { type OurStudy, ourStudies } from '../backend/our-studies';
import { NO_PATIENTRIALS_STUDIES } from '../messages/search';
import { useHydrated } from '../use-hydrated';

/** The partner studies, shown when a search finds nothing. Without scripts, a link to them. */
export function OurStudies() {
  const [studies, setStudies] = useState<OurStudy[] | null>(null);
  const hydrated = useHydrated();
  useEffect(() => {
    const call = new AbortController();
    ourStudies(call.signal).then(setStudies, (error: unknown) => isCancelled(error) || setStudies([]));
    return () => call.abort();
  }, []);
  return (
    <section className="found__others" aria-labelledby="our-studies">
      <h2 className="found__others-title" id="our-studies">
        Studies of Our Partners
      </h2>
      {!hydrated ? (
        <p>
          <a href="/conditions">See the studies of our partners by condition</a>
        </p>
      ) : studies?.length ? (
        <ul className="note__list">
          {studies.map(({ number, name, href }) => (
            <li key={number}>
              <a href={href}>{name}</a>
            </li>
          ))}
        </ul>
      ) : (
        <p role="status">{studies ? NO_PATIENTRIALS_STUDIES : 'Loading ...'}</p>
      )}
    </section>
  );
}

import { type FormEvent, useId, useState } from 'react';
import { UseMyLocation } from '../my-location/use-my-location';
import type { NearestSite } from './nearest-open-site';

/** Loaded on demand, because few visitors ask. */
const finding = () => import('./nearest-open-site');

/** Asks for the place from which distances are measured. It isn't stored. */
export function PlaceField({ onFind }: { onFind: (nearest: NearestSite) => void }) {
  const id = useId();
  const [status, setStatus] = useState('');
  const find = (place: string) => {
    if (place === '') {
      return;
    }
    setStatus('One moment …');
    finding().then(
      ({ nearestSiteTo, whyNotLocated }) =>
        nearestSiteTo(place).then(
          (nearest) => {
            setStatus('The table now shows the nearest open site of each study.');
            onFind(nearest);
          },
          (error: unknown) => setStatus(whyNotLocated(error)),
        ),
      () => setStatus('We couldn’t look up the place. Load this page again.'),
    );
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    find(String(new FormData(event.currentTarget).get('place') ?? '').trim());
  };
  return (
    <form className="nearest" onSubmit={onSubmit}>
      <label className="field__label" htmlFor={id}>
        City or ZIP Code
      </label>
      <div className="nearest__row">
        <input className="input" id={id} name="place" type="text" autoComplete="postal-code" />
        <button className="button button--quiet" type="submit">
          Find the Nearest Sites
        </button>
      </div>
      <UseMyLocation field={id} onFilled={find} />
      <p className="nearest__answer" role="status">
        {status}
      </p>
    </form>
  );
}

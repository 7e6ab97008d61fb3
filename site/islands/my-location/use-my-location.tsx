import { useState } from 'react';
import { useHydrated } from '../use-hydrated';
import { myTown, offersMyLocation, USE_MY_LOCATION } from './offered';

/** The id of a text field, and what follows when it is filled. */
type UseMyLocationProps = { field: string; onFilled?: (town: string) => void };

/** A button that fills a text field with the town nearest to the visitor. */
export function UseMyLocation({ field, onFilled }: UseMyLocationProps) {
  const isAwake = useHydrated();
  const [status, setStatus] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  if (isAwake && !offersMyLocation()) {
    return null;
  }
  const fill = async () => {
    setIsBusy(true);
    setStatus('One moment …');
    const found = await myTown().catch(() => ({ problem: 'Load this page again.' }));
    setIsBusy(false);
    const input = document.getElementById(field);
    if ('problem' in found) {
      setStatus(found.problem);
    } else if (input instanceof HTMLInputElement) {
      input.value = found.town;
      setStatus(`The nearest town is ${found.town}.`);
      onFilled?.(found.town);
    }
  };
  return (
    <div className="field my-location">
      <button
        className="button button--quiet button--small"
        type="button"
        disabled={!isAwake}
        aria-disabled={isBusy}
        onClick={isBusy ? undefined : fill}
      >
        {USE_MY_LOCATION}
      </button>
      <p role="status">{status}</p>
    </div>
  );
}

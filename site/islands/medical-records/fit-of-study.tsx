import { useState } from 'react';
import { plainSentence } from '../backend/backend-error';
import { marksOfRecords } from '../backend/records';
import { TryAgain } from '../parts/try-again';
import type { CriterionMark } from '../wire/CriterionMark';
import { Marks } from './marks';

/** The verdicts of the records on the study's criteria, loaded on demand. */
export function FitOfStudy({ connection }: { connection: string }) {
  const [state, setState] = useState<'closed' | 'loading' | { message: string } | CriterionMark[]>('closed');

  const load = async () => {
    if (state === 'loading') {
      return;
    }
    setState('loading');
    try {
      setState(await marksOfRecords(connection));
    } catch (error) {
      setState({ message: plainSentence(error) });
    }
  };

  return (
    <section className="records__fit" aria-labelledby="fit-title">
      <h2 className="card__title" id="fit-title">
        How You Fit the Study
      </h2>
      <p>
        We can hold your records against the study’s criteria for you. All records that we read count here,
        also the ones that you leave out. Nothing of this is sent to anyone. Only the study team decides who
        can join.
      </p>
      {(state === 'closed' || state === 'loading') && (
        <p>
          <button
            className="button button--quiet button--small"
            type="button"
            aria-disabled={state === 'loading'}
            onClick={load}
          >
            Show How You Fit
          </button>
        </p>
      )}
      <p role="status">{state === 'loading' && 'Reading the criteria …'}</p>
      {typeof state === 'object' &&
        (Array.isArray(state) ? (
          <Marks marks={state} />
        ) : (
          <TryAgain message={state.message} onRetry={load} />
        ))}
    </section>
  );
}

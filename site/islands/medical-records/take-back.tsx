import { useRef, useState } from 'react';
import { takeBackByLink } from '../backend/records';
import { forgetMailLink } from '../mail-link';
import { StepTitle } from '../parts/step-title';

const STATUS = {
  asked: '',
  doing: 'Taking your records back …',
  done: 'You took your records back. They were erased here, and the study team was told to erase its copy.',
  invalid:
    'This link does not work, and nothing was taken back. Use the link as it stands in our email, all of it. Or answer that email, and we do it for you.',
  failed: 'That did not work. Check your connection, and press the button again.',
};

/** Takes shared records back when the visitor presses the button, because mail scanners follow links. */
export function TakeBack({ token }: { token: string }) {
  const [state, setState] = useState<keyof typeof STATUS>('asked');
  const isBusy = useRef(false);

  const takeBack = async () => {
    if (isBusy.current) {
      return;
    }
    isBusy.current = true;
    setState('doing');
    try {
      const works = await takeBackByLink(token);
      forgetMailLink();
      setState(works ? 'done' : 'invalid');
    } catch {
      setState('failed');
      isBusy.current = false;
    }
  };

  const isOver = state === 'done' || state === 'invalid';
  return (
    <section className="form">
      <StepTitle key={isOver ? 'over' : 'asked'} takesFocus={isOver}>
        {state === 'done' ? 'Your Records Are Taken Back' : 'Take Back Your Medical Records'}
      </StepTitle>
      {!isOver && (
        <>
          <p>
            You shared medical records with a study team. Press the button to take back all that you shared.
            We erase it here, and tell the study team to erase its copy. Your sign up stays, with what you
            typed or kept in its form.
          </p>
          <p>
            <button
              className="button button--large"
              type="button"
              aria-disabled={state === 'doing'}
              onClick={takeBack}
            >
              Take Back My Records
            </button>
          </p>
        </>
      )}
      <p role="status">{STATUS[state]}</p>
      {isOver && (
        <p>
          What you typed or kept in your sign-up form stays. To have your whole sign up erased, too,{' '}
          <a href="/deleteme">delete your sign up</a>.
        </p>
      )}
    </section>
  );
}

import { useState } from 'react';
import { plainSentence } from '../backend/backend-error';
import { confirmDeletion } from '../backend/deletion';
import { forgetMailLink } from '../mail-link';
import { ACCOUNT_DELETED } from '../messages/deletion';
import { StepTitle } from '../parts/step-title';
import { BrokenLink } from './broken-link';

/** Shows what will be erased. Erases only when the visitor presses the button, because mail scanners follow links. */
export function Confirmation({ token }: { token: string }) {
  const [state, setState] = useState<'asking' | 'erasing' | 'erased' | 'refused'>('asking');
  const [failure, setFailure] = useState('');

  const erase = async () => {
    if (state !== 'asking') {
      return;
    }
    setState('erasing');
    setFailure('');
    try {
      const works = await confirmDeletion(token);
      if (works) {
        // The entry script forgets what the sign-up left in the browser. Islands can't import from it.
        dispatchEvent(new Event('sign-up-erased'));
      }
      forgetMailLink();
      setState(works ? 'erased' : 'refused');
    } catch (error) {
      setFailure(plainSentence(error));
      setState('asking');
    }
  };

  if (state === 'refused') {
    return <BrokenLink follows />;
  }
  if (state === 'erased') {
    return <Erased />;
  }
  return (
    <section className="prose">
      <StepTitle>Delete Your Sign Up?</StepTitle>
      <p>We then erase, at once and for good:</p>
      <ul>
        <li>your name, your date of birth, and everything else that you entered or uploaded;</li>
        <li>your answers to the study’s questions;</li>
        <li>what you agreed to, and the emails about your sign up that we have not sent yet;</li>
        <li>your participant number.</li>
      </ul>
      <p>
        Nobody can undo this. All that stays is a line that says that a sign up was deleted, and when. It says
        nothing about you.
      </p>
      <p>
        The study team keeps its own records; ask the team about them. News by email is not part of this: each
        of those emails has a link that stops them.
      </p>
      <p>
        <button
          className="button"
          type="button"
          onClick={() => void erase()}
          aria-disabled={state === 'erasing'}
        >
          {state === 'erasing' ? 'Deleting ...' : 'Delete My Sign Up'}
        </button>
      </p>
      <p role="status">{failure}</p>
      <p>
        To keep it, close this page. <a href="/">Back to the home page</a>
      </p>
    </section>
  );
}

function Erased() {
  return (
    <section className="prose">
      <StepTitle takesFocus>{ACCOUNT_DELETED}</StepTitle>
      <p>
        Nothing of this sign up is left with us. Other sign ups, and news by email, are not part of it. If the
        study team has been in touch with you, tell the team, too, when you do not want to take part.
      </p>
      <p>
        <a href="/">Back to the home page</a>
      </p>
    </section>
  );
}

import { connectionOfBrowser, sharesOf, withdraw } from '../backend/shares';
import type { SignUp } from '../backend/sign-up';
import { element } from '../element';
import { localTime } from '../local-time';
import type { SharedRecords } from '../wire/SharedRecords';

/** Numbers the shares that read the same. */
const ORDER = ['first', 'second', 'third'];

/** Shows the records a participant shared, a link to records not shared yet, or else a way to connect a health system. */
export async function showSharedRecords(
  place: HTMLElement,
  signUp: SignUp,
  onTakenBack: () => void,
): Promise<void> {
  let hasShared: boolean;
  try {
    const shares = await sharesOf(signUp.pt_id);
    hasShared = shares.length > 0;
    if (hasShared) {
      place.replaceChildren(
        element('h2', {}, ['Records You Shared']),
        element('p', {}, [
          'You can take records back here for two hours after you signed up, and later with the link in our email.',
        ]),
        element('ul', { class: 'receipts' }, entries(shares, signUp.pt_id, onTakenBack)),
      );
    }
  } catch {
    const retry = button('Try Again', () => {
      // The button disappears, so the focus moves to its place.
      place.replaceChildren();
      place.tabIndex = -1;
      place.focus();
      void showSharedRecords(place, signUp, onTakenBack);
    });
    place.replaceChildren(
      element('p', { class: 'note note--problem', role: 'status' }, [
        'We could not load the records that you shared. ',
        retry,
      ]),
    );
    return;
  }
  const connection = await connectionOfBrowser().catch(() => null);
  if (connection?.study_number === signUp.study_number) {
    place.append(
      element('h2', {}, ['Share Your Medical Records']),
      element('p', {}, [`We read records at ${connection.system} that you have not shared yet.`]),
      element('p', {}, [
        element('a', { class: 'button', href: '/medical-records' }, ['Look at Your Records']),
      ]),
    );
  } else if (!hasShared && place.dataset.records === 'offered') {
    place.append(
      element('h2', {}, ['Share Your Medical Records']),
      element('p', {}, [
        'If you want to, share records of your health system. They show the study team sooner whether the study fits you. You look at them first, and choose what to share.',
      ]),
      element('p', {}, [
        element('a', { class: 'button button--quiet', href: `/connect-to-emr/${signUp.study_number}` }, [
          'Connect My EMR',
        ]),
      ]),
    );
  }
}

function entries(shares: SharedRecords[], number: string, onTakenBack: () => void): HTMLElement[] {
  const sentences = shares.map(
    ({ counted, system, at }) =>
      `${counted}${system === '' ? '' : ` from ${system}`}, shared on ${localTime(at)}`,
  );
  return shares.map((share, index) => {
    const sentence = sentences[index] as string;
    const duplicates = sentences.slice(0, index).filter((other) => other === sentence).length;
    const isUnique = sentences.indexOf(sentence) === sentences.lastIndexOf(sentence);
    const words = element('p', {}, [
      isUnique ? sentence : `${sentence} (${ORDER[duplicates] ?? duplicates + 1})`,
    ]);
    return entry(share, words, number, onTakenBack);
  });
}

function entry(
  { share, counted, named, system }: SharedRecords,
  words: HTMLElement,
  number: string,
  onTakenBack: () => void,
): HTMLElement {
  words.id = `share-${share}`;
  const actions = element('p', { class: 'form__actions' });
  const status = element('p', { role: 'status', tabindex: '-1' });

  const offer = () => actions.replaceChildren(takeBack);
  const takeBack = button('Take Back', () => {
    status.textContent = `Take back ${counted}? We erase them here, and tell the study team to erase its copy.`;
    actions.replaceChildren(yes, no);
    // Focus the question, so that a double click doesn't answer it.
    status.focus();
  });
  takeBack.setAttribute('aria-describedby', words.id);
  const no = button('Keep Them Shared', () => {
    status.textContent = '';
    offer();
    takeBack.focus();
  });
  let isBusy = false;
  const yes = button('Yes, Take Them Back', async () => {
    if (isBusy) {
      return;
    }
    isBusy = true;
    try {
      await withdraw({ number, share });
      const done = element('p', { tabindex: '-1' }, [
        'You took these back. They were erased here, and the study team was told to erase its copy. What you typed or kept in your sign-up form stays. To have that erased too, ',
        element('a', { href: '/deleteme' }, ['delete your sign up']),
        '.',
      ]);
      item.replaceChildren(words, done);
      done.focus();
      onTakenBack();
    } catch {
      status.textContent = 'We could not take them back. Check your connection and try again.';
    }
    isBusy = false;
  });

  offer();
  const item = element('li', {}, [words, ...names(named, system), status, actions]);
  return item;
}

/** The names of the records. The server sends them, and the health system, only to the session that shared them. */
function names(named: string[], system: string): HTMLElement[] {
  if (system === '') {
    return [element('p', {}, ['You can see the names on the device that shared them.'])];
  }
  const list = element(
    'ul',
    {},
    named.map((name) => element('li', {}, [name])),
  );
  return named.length === 0
    ? []
    : [element('details', {}, [element('summary', {}, ['Show what it was']), list])];
}

function button(label: string, act: () => void): HTMLElement {
  const created = element('button', { class: 'button button--quiet button--small', type: 'button' }, [label]);
  return Object.assign(created, { onclick: act });
}

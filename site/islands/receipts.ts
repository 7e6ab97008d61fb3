import { receiptsOf } from './backend/receipts';
import { element } from './element';
import { localTime, utcOffset } from './local-time';
import type { Receipt } from './wire/Receipt';

/** What was agreed to, by the name of its document. Records are shared under a version of the privacy notice. */
const DOCUMENTS: Record<string, string> = {
  consent: 'Boxes of the sign-up form',
  privacy: 'Privacy notice',
  records: 'Medical records shared, privacy notice',
  'records-withdrawn': 'Medical records taken back, privacy notice',
};

/** Channels and languages in words. Their signs stand beside them, because the receipt's digest is made of those. */
const IN_WORDS: Record<string, string> = {
  sms: 'text message (sms)',
  whatsapp: 'WhatsApp (whatsapp)',
  app: 'the app (app)',
  en: 'English (en)',
  parent: 'a parent (parent)',
  legal_guardian: 'a legal guardian (legal_guardian)',
  health_care_proxy: 'a health-care proxy (health_care_proxy)',
  other: 'another representative (other)',
};

/**
 * Shows what a participant agreed to, as a list that can be printed, in place of the button that asked for it or of an
 * earlier list.
 */
export async function showReceipts(place: HTMLElement, number: string, study: string | null): Promise<void> {
  const status = place.querySelector<HTMLElement>('[role="status"]');
  const say = (sentence: string) => {
    if (status) {
      status.textContent = sentence;
    }
  };
  say('Loading ...');
  try {
    const receipts = await receiptsOf(number);
    // The button goes; whoever stood on it goes on with the list.
    const goesOn = place.contains(document.activeElement);
    for (const earlier of place.querySelectorAll('button, ol')) {
      earlier.remove();
    }
    const list = element('ol', { class: 'receipts', tabindex: '-1' });
    list.append(...receipts.map((receipt) => entry(receipt, study)));
    place.append(
      list,
      Object.assign(element('button', { class: 'button button--quiet', type: 'button' }, ['Print']), {
        onclick: () => print(),
      }),
    );
    if (goesOn) {
      list.focus();
    }
    say(receipts.length === 0 ? 'There is no receipt yet.' : 'Your receipts are below.');
  } catch {
    say('We couldn’t load your receipts. Check your connection and try again. You have them by email, too.');
  }
}

type Line = [name: string, text: string];

function entry(receipt: Receipt, study: string | null): HTMLElement {
  return element('li', {}, [
    definitions(mainLines(receipt, study)),
    element('details', { class: 'fingerprint' }, [
      element('summary', {}, [`Proof of Receipt ${receipt.number}`]),
      element('p', {}, [
        'These fingerprints (SHA-256) show that neither the text nor this receipt was changed later.',
      ]),
      definitions(proofLines(receipt)),
    ]),
  ]);
}

function definitions(lines: Line[]): HTMLElement {
  const items = lines
    .filter(([, text]) => text !== '')
    .flatMap(([name, text]) => [element('dt', {}, [name]), element('dd', {}, [text])]);
  return element('dl', {}, items);
}

function mainLines(receipt: Receipt, study: string | null): Line[] {
  return [
    ['Number', String(receipt.number)],
    ['Study', study ?? ''],
    ['What', `${DOCUMENTS[receipt.document] ?? DOCUMENTS.consent}, version ${receipt.version}`],
    ['When', `${localTime(receipt.at)} (${utcOffset(receipt.at)})`],
    ['What you agreed to', receipt.labels.join(' · ')],
    ['Agreed by', receipt.given_by ? inWords(receipt.given_by) : ''],
    ['Messages by', receipt.channels.map(inWords).join(', ')],
    ['Language', inWords(receipt.locale)],
  ];
}

/** What the digest is computed over, where the lines above show it in another form. */
function proofLines(receipt: Receipt): Line[] {
  return [
    ['Time of our server', receipt.at],
    ['Text', receipt.sha256],
    ['Receipt before', receipt.previous],
    ['Receipt', receipt.digest],
  ];
}

function inWords(sign: string): string {
  return IN_WORDS[sign] ?? sign;
}

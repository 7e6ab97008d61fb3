import { receiptsOf } from '../backend/receipts';
import { element } from '../element';
import { localTime, utcOffset } from '../local-time';
import type { Receipt } from '../wire/Receipt';

/** Titles of the documents that receipts are for. Records are shared under a version of the privacy notice. */
const DOCUMENTS: Record<string, string> = {
  consent: 'Boxes of the sign-up form',
  privacy: 'Privacy notice',
  records: 'Medical records shared, privacy notice',
  'messages-stopped': 'Messages stopped, boxes of the sign-up form',
  'records-withdrawn': 'Medical records taken back, privacy notice',
};

/** Labels of channels, languages, and representatives. They include the code, because the receipt's digest covers it. */
const LABELS: Record<string, string> = {
  sms: 'text message (sms)',
  whatsapp: 'WhatsApp (whatsapp)',
  app: 'the app (app)',
  en: 'English (en)',
  parent: 'a parent (parent)',
  legal_guardian: 'a legal guardian (legal_guardian)',
  health_care_proxy: 'a health-care proxy (health_care_proxy)',
  other: 'another representative (other)',
};

/** Lists what a participant agreed to, ready to print. Replaces the button that was pressed or an earlier list. */
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
    // The button disappears, so the focus moves to the list.
    const hadFocus = place.contains(document.activeElement);
    for (const oldElement of place.querySelectorAll('button, ol')) {
      oldElement.remove();
    }
    const list = element('ol', { class: 'receipts', tabindex: '-1' });
    list.append(...receipts.map((receipt) => entry(receipt, study)));
    place.append(
      list,
      Object.assign(element('button', { class: 'button button--quiet', type: 'button' }, ['Print']), {
        onclick: () => print(),
      }),
    );
    if (hadFocus) {
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
    ['Agreed by', receipt.given_by ? labelOf(receipt.given_by) : ''],
    ['Messages by', receipt.channels.map(labelOf).join(', ')],
    ['Language', labelOf(receipt.locale)],
  ];
}

/** The exact values that the digest covers, where the lines above show them in another form. */
function proofLines(receipt: Receipt): Line[] {
  return [
    ['Time of our server', receipt.at],
    ['Text', receipt.sha256],
    ['Receipt before', receipt.previous],
    ['Receipt', receipt.digest],
  ];
}

function labelOf(code: string): string {
  return LABELS[code] ?? code;
}

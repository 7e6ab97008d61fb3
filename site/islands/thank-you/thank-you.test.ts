import { describe, expect, it, vi } from 'vitest';
import { fakeBackend, problem, type Reply, unreachable } from '../../tests/support/fake-backend';
import { returnToTab } from '../../tests/support/return-to-tab';
import { mount } from './thank-you';

const MARKUP = `
  <h1 tabindex="-1">Your Sign-Up</h1>
  <p data-part="loading">Loading ...</p>
  <section data-part="found" data-title="Thank you for signing up!" hidden><button data-leave></button>Your participant ID is <strong data-number></strong><a href="/" data-doctors></a></section>
  <section data-part="unaccepted" data-title="One Step Is Left" hidden><a data-notice href="/">Read</a></section>
  <section data-part="not-found" data-title="Not Found" hidden>Ask again</section>
  <section data-part="coming-back" data-title="Is This Your Sign-Up?" data-return hidden></section>
  <section data-part="link-over" data-title="Over" hidden>Write to us</section>
  <section data-part="gone" data-title="Nothing" hidden>Still signed up</section>
  <section data-part="failed" hidden><button data-retry>Try Again</button></section>`;

function open(reply: Reply, hash = '', replies: Record<string, Reply> = {}) {
  history.replaceState(null, '', `/thankyou/PT0123456789AB${hash}`);
  return load(reply, replies);
}

function load(reply: Reply, replies: Record<string, Reply>) {
  document.body.innerHTML = `<div data-island="thank-you">${MARKUP}</div>`;
  const island = document.querySelector('[data-island]') as HTMLElement;
  const backend = fakeBackend({ '/backend/participant': reply, ...replies });
  mount(island);
  const shown = () =>
    [...island.children].filter((part) => !part.hasAttribute('hidden')).map((part) => part.textContent);
  return { backend, shown, island };
}

const FOUND = { data: { pt_id: 'PT0123456789AB', study_number: 'STU02001', acknowledged: true } };

it('shows the participant ID of this browser’s sign-up', async () => {
  const { backend, shown } = open(() => FOUND);
  expect(shown()).toEqual(['Your Sign-Up', 'Loading ...']);
  await vi.waitFor(() =>
    expect(shown()).toEqual(['Thank you for signing up!', 'Your participant ID is PT 0123-4567-89AB']),
  );
  expect(backend.calls[0]?.query.get('number')).toBe('PT0123456789AB');
});

it('links to the page for doctors of the study', async () => {
  const { island } = open(() => FOUND);
  const link = island.querySelector('[data-doctors]');
  await vi.waitFor(() => expect(link?.getAttribute('href')).toBe('/for-doctors/STU02001'));
});

it.each([
  ['PT%207K3M-9Q2X-4D8V', true],
  ['pt-7k3m-9q2x-4d8v', true],
  ['7K3M%209Q2X%204D8V', true],
  ['PT%E2%80%917K3M-9Q2X-4D8', false],
])(
  'the address /thankyou/%s is read as people copy a number, and an incomplete one gets a hint',
  async (typed, isNumber) => {
    history.replaceState(null, '', `/thankyou/${typed}`);
    const { backend, island, shown } = load(() => ({ data: null }), {});
    const hint = document.createElement('p');
    hint.dataset.numberHint = '';
    island.append(hint);
    await vi.waitFor(() => expect(shown()).toContain('Ask again'));
    expect(backend.calls[0]?.query.get('number')).toBe(decodeURIComponent(typed));
    expect(hint.hidden).toBe(isNumber);
  },
);

it('words the page for a representative, and shows the unconfirmed address', async () => {
  const data = { ...FOUND.data, by_representative: true, email_to_confirm: 'ana@example.org' };
  const { island } = open(() => ({ data }));
  const found = island.querySelector('[data-part="found"]') as HTMLElement;
  found.insertAdjacentHTML(
    'beforeend',
    '<p data-whom="self">Yours</p><p data-whom="someone_else" hidden>Theirs</p><div data-unconfirmed></div>',
  );
  const shown = () => [...found.querySelectorAll<HTMLElement>('[data-whom]:not([hidden])')];
  await vi.waitFor(() => expect(shown().map(({ textContent }) => textContent)).toEqual(['Theirs']));
  await vi.waitFor(() => expect(found.textContent).toContain('We sent a link to ana@example.org.'));
});

it('offers to send the link again when no sign-up is shown', async () => {
  const { backend, island } = open(() => problem(404, 'not_found', 'Nothing.'), '', {
    '/backend/participant/link': () => ({ result: 'check_mail' }),
  });
  island
    .querySelector('[data-part="not-found"]')
    ?.insertAdjacentHTML('beforeend', '<div data-link-again></div>');
  await vi.waitFor(() => expect(island.querySelector('[data-link-again] button')).toBeTruthy());
  island.querySelector<HTMLElement>('[data-link-again] button')?.click();
  await vi.waitFor(() => expect(island.textContent).toContain('If there is a sign-up'));
  expect(backend.to('/backend/participant/link')[0]?.body).toEqual({ number: 'PT0123456789AB' });
});

it('lets a screen reader spell the participant ID', async () => {
  const { island } = open(() => FOUND);
  const number = island.querySelector('[data-number]');
  await vi.waitFor(() => expect(number?.getAttribute('aria-label')).toBe('P T, 0 1 2 3, 4 5 6 7, 8 9 A B'));
});

it('hides a sign-up that was forgotten in another tab once this tab is visible again', async () => {
  let reply: Reply = () => FOUND;
  const { backend, island, shown } = open((call) => reply(call));
  island.insertAdjacentHTML('beforeend', '<ol class="receipts"><li>Asthma</li></ol>');
  const isFound = () => shown().includes('Your participant ID is PT 0123-4567-89AB');
  await vi.waitFor(() => expect(isFound()).toBe(true));
  for (const stays of [() => FOUND, unreachable]) {
    reply = stays;
    const before = backend.calls.length;
    await returnToTab();
    await vi.waitFor(() => expect(backend.calls.length).toBeGreaterThan(before));
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(isFound() && island.textContent?.includes('Asthma')).toBe(true);
  }
  reply = () => problem(404, 'not_found', 'Not Found');
  await returnToTab();
  await vi.waitFor(() => expect(shown()).toContain('Not Found'));
  expect(island.textContent).not.toMatch(/0123-4567|Asthma/);
});

it('names the study and links to it', async () => {
  const { island } = open(() => ({ data: { ...FOUND.data, study_title: 'Leg Ulcer Study' } }));
  island.insertAdjacentHTML('beforeend', '<p hidden>You signed up for <a href="/" data-study></a></p>');
  const study = island.querySelector<HTMLAnchorElement>('[data-study]');
  await vi.waitFor(() => expect(study?.textContent).toBe('Leg Ulcer Study'));
  expect(study?.getAttribute('href')).toBe('/study/STU02001');
  expect(study?.parentElement?.hidden).toBe(false);
});

it('links to the privacy notice, without thanks, until it is accepted', async () => {
  const { shown, island } = open(() => ({ data: { ...FOUND.data, acknowledged: false } }));
  await vi.waitFor(() => expect(shown()).toEqual(['One Step Is Left', 'Read']));
  expect(island.querySelector('[data-notice]')?.getAttribute('href')).toBe('/enroll/STU02001#notice');
});

it('shows the study team’s status once there is one', async () => {
  const text = 'The study team has your sign-up.';
  const referral = { status: 'received', since: '2026-11-22T10:00:00Z', text };
  let reply: Reply = () => FOUND;
  const { island } = open((call) => reply(call));
  island.insertAdjacentHTML('beforeend', '<p data-status>On its way</p>');
  const status = island.querySelector('[data-status]');
  await vi.waitFor(() => expect(island.textContent).toContain('PT 0123-4567-89AB'));
  expect(status?.textContent).toBe('On its way');
  reply = () => ({ data: { ...FOUND.data, referral } });
  island.querySelector<HTMLElement>('[data-retry]')?.click();
  await vi.waitFor(() => expect(status?.textContent).toBe(text));
});

it('says by when the study team should call, and who can help once that day has passed', async () => {
  const promise = { contact_by: '2026-12-03', overdue: false, text: 'By Thursday, December 3.' };
  let data: object = { ...FOUND.data, promise };
  const { island } = open(() => ({ data }));
  island.insertAdjacentHTML('beforeend', '<p data-promise hidden></p><p data-overdue hidden>Call us</p>');
  const place = (name: string) => island.querySelector(`[data-${name}]`) as HTMLElement;
  const shown = () => ['promise', 'overdue'].map((name) => !place(name).hidden);
  await vi.waitFor(() => expect(place('promise').textContent).toBe('By Thursday, December 3.'));
  expect(shown()).toEqual([true, false]);
  data = { ...FOUND.data, promise: { ...promise, overdue: true } };
  island.querySelector<HTMLElement>('[data-retry]')?.click();
  await vi.waitFor(() => expect(shown()).toEqual([true, true]));
  data = FOUND.data;
  island.querySelector<HTMLElement>('[data-retry]')?.click();
  await vi.waitFor(() => expect(shown()).toEqual([false, false]));
  expect(place('promise').textContent).toBe('');
});

it('offers to choose how the study team calls, until the sign-up is closed', async () => {
  let data: object = { ...FOUND.data, contact: { channels: ['call', 'email'] } };
  const { island } = open(() => ({ data }));
  const radio = '<input type="radio" name="by" value="call"><input type="radio" name="when" value="any">';
  island.insertAdjacentHTML(
    'beforeend',
    `<section data-contact hidden><form hidden>${radio}</form></section>`,
  );
  const section = island.querySelector('[data-contact]') as HTMLElement;
  await vi.waitFor(() => expect(section.querySelector('form')?.hidden).toBe(false));
  expect(section.hidden).toBe(false);
  data = FOUND.data;
  island.querySelector<HTMLElement>('[data-retry]')?.click();
  await vi.waitFor(() => expect(section.hidden).toBe(true));
});

it('leaves out what comes next once the sign-up is closed', async () => {
  const referral = { status: 'closed', since: '2026-11-22T10:00:00Z', text: 'Closed.' };
  const { island } = open(() => ({ data: { ...FOUND.data, referral } }));
  island.insertAdjacentHTML('beforeend', '<p data-until-closed>The team will contact you.</p>');
  await vi.waitFor(() => expect(island.querySelector('h1')?.textContent).toBe('Your Sign-Up Is Closed'));
  expect(island.querySelector<HTMLElement>('[data-until-closed]')?.hidden).toBe(true);
});

it('links to other studies of the same conditions once the sign-up is closed', async () => {
  const other_studies = [
    { condition: 'COVID-19', href: '/results?q=COVID-19&in=UNITED+STATES' },
    { condition: 'Long COVID', href: '/results?q=Long+COVID&in=UNITED+STATES' },
  ];
  const referral = { status: 'closed', reason: 'study_full', since: '2026-11-22T10:00:00Z', text: 'Full.' };
  const { island } = open(() => ({ data: { ...FOUND.data, referral: { ...referral, other_studies } } }));
  island.insertAdjacentHTML('beforeend', '<p data-status></p><div data-other-studies></div>');
  const links = () => [...island.querySelectorAll('[data-other-studies] a')];
  await vi.waitFor(() => expect(links()).toHaveLength(2));
  expect(island.querySelector('[data-status]')?.textContent).toBe('Full.');
  expect(links().map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Studies for COVID-19', '/results?q=COVID-19&in=UNITED+STATES'],
    ['Studies for Long COVID', '/results?q=Long+COVID&in=UNITED+STATES'],
  ]);
});

it('shows not found for a number that is not this browser’s', async () => {
  const { shown } = open(() => problem(404, 'not_found', 'Not Found'));
  await vi.waitFor(() => expect(shown()).toEqual(['Not Found', 'Ask again']));
});

it('can try again when the server does not answer', async () => {
  let reply: Reply = unreachable;
  const { shown, island } = open((call) => reply(call));
  await vi.waitFor(() => expect(shown()).toEqual(['Your Sign-Up', 'Try Again']));
  reply = () => FOUND;
  island.querySelector<HTMLElement>('[data-retry]')?.click();
  await vi.waitFor(() => expect(shown()[1]).toContain('PT 0123-4567-89AB'));
});

describe('an email link', () => {
  const OWN = {
    pt_id: 'PT0123456789AB',
    study_number: 'STU02001',
    study_title: 'Leg Ulcer Study',
    name: 'M••• S•••',
    at: '2026-11-22T10:00:00Z',
    email_confirmed: false,
    acknowledged: true,
  };
  const OTHER = { ...OWN, pt_id: 'PT0000000000CD', name: 'J••• S•••' };
  const HOLDS = { this_sign_up: false, other_sign_ups: 1, drafts: 2, records: true };

  /** The server's replies to a link: its sign-ups, and the result of an action. */
  function link(sign_ups = [OWN], browser = HOLDS): Reply {
    return ({ body }) => {
      const { action, number } = body as { action: string; number?: string };
      return action === 'look'
        ? { result: 'shown', pt_id: OWN.pt_id, sign_ups, browser }
        : { result: action === 'open' ? 'returned' : 'removed', pt_id: number };
    };
  }
  const press = (island: HTMLElement, label: string, place = 0) => {
    const buttons = [...island.querySelectorAll('button')].filter((one) =>
      one.textContent?.startsWith(label),
    );
    buttons[place]?.click();
  };
  const path = '/backend/participant/return';

  it('shows its sign-ups and what the browser holds, and opens nothing by itself', async () => {
    const { backend, island } = open(() => FOUND, '#return=abc', { [path]: link() });
    await vi.waitFor(() => expect(island.textContent).toContain('M••• S•••'));
    expect(location.hash).toBe('');
    expect(backend.calls.map(({ body }) => body)).toEqual([{ token: 'abc', action: 'look' }]);
    expect(island.textContent).toContain('Leg Ulcer Study');
    expect(island.textContent).toContain(
      'This browser also holds 1 other sign-up, and answers that aren’t sent yet for 2 studies, and medical records',
    );
    press(island, 'Open This Sign-Up');
    await vi.waitFor(() => expect(island.textContent).toContain('Your participant ID is PT 0123-4567-89AB'));
    expect(backend.to('/backend/participant/return')[1]?.body).toEqual({
      token: 'abc',
      action: 'open',
      number: 'PT0123456789AB',
    });
  });

  it('opens nothing when cookies are blocked, and says what to do', async () => {
    const { backend, island } = open(() => FOUND, '#return=abc', {
      [path]: link(),
      '/backend/cookies': () => ({ arrived: false }),
    });
    await vi.waitFor(() => expect(island.textContent).toContain('Leg Ulcer Study'));
    press(island, 'Open This Sign-Up');
    await vi.waitFor(() => expect(island.textContent).toContain('Your browser blocks cookies'));
    expect(backend.to(path)).toHaveLength(1);
  });

  it('removes another sign-up of the address after a confirmation', async () => {
    let signUps = [OWN, OTHER];
    const { backend, island } = open(() => FOUND, '#return=abc', {
      [path]: (call) => {
        const reply = link(signUps)(call);
        if ((call.body as { action: string }).action === 'remove') {
          signUps = [OWN];
        }
        return reply;
      },
    });
    await vi.waitFor(() => expect(island.textContent).toContain('J••• S•••'));
    press(island, 'Remove This Sign-Up', 1);
    expect(backend.calls).toHaveLength(1);
    press(island, 'Keep It');
    press(island, 'Remove This Sign-Up', 1);
    press(island, 'Yes, Remove It');
    await vi.waitFor(() => expect(island.textContent).toContain('The sign-up is removed.'));
    expect(backend.calls[1]?.body).toEqual({ token: 'abc', action: 'remove', number: 'PT0000000000CD' });
    expect(island.textContent).not.toContain('J••• S•••');
  });

  it('never says that a sign-up is removed when the server kept it', async () => {
    const confirmed = { ...OWN, email_confirmed: true };
    let signUps = [OWN];
    const { island } = open(() => FOUND, '#return=abc', {
      [path]: (call) => {
        if ((call.body as { action: string }).action === 'remove') {
          signUps = [confirmed];
          return problem(404, 'not_found', 'Not Found');
        }
        return link(signUps)(call);
      },
    });
    await vi.waitFor(() => expect(island.textContent).toContain('M••• S•••'));
    press(island, 'Remove This Sign-Up');
    press(island, 'Yes, Remove It');
    await vi.waitFor(() => expect(island.textContent).toContain('This sign-up couldn’t be removed here'));
    expect(island.textContent).not.toContain('The sign-up is removed.');
    expect(island.textContent).toContain('This email address is confirmed for this sign-up.');
  });

  it('opens a sign-up that is not listed by its participant ID', async () => {
    const { backend, island } = open(() => FOUND, '#return=abc', {
      [path]: ({ body }) => {
        const { action, number } = body as { action: string; number?: string };
        if (action === 'look') {
          return { result: 'shown', pt_id: OWN.pt_id, sign_ups: [OWN], has_more: true, browser: HOLDS };
        }
        return number === 'PT 0000-0000-00CD'
          ? { result: 'returned', pt_id: OTHER.pt_id }
          : problem(404, 'not_found', 'Not Found');
      },
    });
    await vi.waitFor(() => expect(island.textContent).toContain('Is yours not in this list?'));
    const input = island.querySelector('input');
    const type = (text: string) => {
      if (input) {
        input.value = text;
      }
      press(island, 'Open It by Its ID');
    };
    type('PT 12');
    expect(island.textContent).toContain('Enter PT and the 12 letters and digits behind it');
    expect(backend.calls).toHaveLength(1);
    type('PT 0000-0000-00EE');
    await vi.waitFor(() =>
      expect(island.textContent).toContain('We found no sign-up with this participant ID'),
    );
    type('pt-oooo-0000-00cd');
    await vi.waitFor(() => expect(island.textContent).toContain('Your participant ID is PT 0123-4567-89AB'));
  });

  it('offers no removal of a confirmed sign-up', async () => {
    const { island } = open(() => FOUND, '#return=abc', {
      [path]: link([{ ...OWN, email_confirmed: true }]),
    });
    await vi.waitFor(() => expect(island.textContent).toContain('M••• S•••'));
    expect(island.textContent).not.toContain('Remove This Sign-Up');
  });

  it('survives a reload until it is used', async () => {
    const replies = { [path]: link() };
    open(() => FOUND, '#return=abc', replies);
    const { island } = load(() => FOUND, replies);
    await vi.waitFor(() => expect(island.textContent).toContain('M••• S•••'));
    press(island, 'Open This Sign-Up');
    await vi.waitFor(() => expect(island.textContent).toContain('Your participant ID is PT 0123-4567-89AB'));
    expect(load(() => FOUND, replies).shown()).toEqual(['Your Sign-Up', 'Loading ...']);
  });

  it('that does not work any more says so', async () => {
    const { shown } = open(() => FOUND, '#return=abc', {
      [path]: () => problem(404, 'not_found', 'There is nothing here.'),
    });
    await vi.waitFor(() => expect(shown()).toEqual(['Over', 'Write to us']));
  });

  it('can be tried again when the server does not answer', async () => {
    let reply: Reply = unreachable;
    const { shown, island } = open(() => FOUND, '#return=abc', { [path]: (call) => reply(call) });
    await vi.waitFor(() => expect(shown()[1]).toBe('Try Again'));
    reply = link();
    island.querySelector<HTMLElement>('[data-retry]')?.click();
    await vi.waitFor(() => expect(island.textContent).toContain('M••• S•••'));
  });
});

it('forgets the sign-up in this browser when the visitor leaves the device', async () => {
  localStorage.setItem('prospectID', 'PT0123456789AB');
  const { backend, shown, island } = open(() => FOUND, '', {
    '/backend/participant/leave': () => ({ result: 'left' }),
  });
  await vi.waitFor(() => expect(shown()[1]).toContain('PT 0123-4567-89AB'));
  island.querySelector<HTMLElement>('[data-leave]')?.click();
  await vi.waitFor(() => expect(shown()).toEqual(['Nothing', 'Still signed up']));
  expect(backend.calls.at(-1)?.path).toBe('/backend/participant/leave');
  expect(localStorage.getItem('prospectID')).toBeNull();
});

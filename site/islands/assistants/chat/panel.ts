import { element } from '../../element';
import { GREETING, HELP_NOW, NOT_SENT, ONLINE, TYPING } from '../../messages/chat';
import type { Conversation, Message } from './conversation';
import { drawMessage } from './message';

/** How long after a change the list scrolls to its newest message, in milliseconds. */
export const SCROLL_DELAY = 50;
/** The maximum number of characters of a text. */
const MAX_CHARACTERS = 2000;

/** A panel that leaves less than this width, in pixels, covers the page. */
const COVERING_MARGIN = 48;

/** The visitor's actions in the panel. */
export type Acts = { send: (typed: string) => void; dismiss: () => void; close: () => void };

const PRIVACY_HINT = 'Please leave out names, phone numbers and other personal details.';

const TOO_LONG = 'This is too long to send. Please shorten it to 2,000 letters.';

/** Whether the server would reject a text as too long. It counts each code point as one. */
const isTooLong = (typed: string) => [...typed.trim()].length > MAX_CHARACTERS;

/** The panel of the chat. */
export type Panel = {
  root: HTMLElement;
  show: (chat: Conversation) => void;
  restore: (text: string) => void;
  focus: () => void;
};

/** Creates the panel. Where it does not cover the page, the visitor can still use the page. */
export function drawPanel(notice: Node, acts: Acts): Panel {
  const status = element('p', { class: 'chat__status', role: 'status' }, [ONLINE]);
  const log = element('div', { class: 'chat__log', role: 'log', tabindex: '0', 'aria-label': 'Messages' }, [
    element('div', { class: 'chat__notice' }, [notice]),
    drawMessage({ role: 'agent', content: GREETING }),
  ]);
  const help = element('div', { class: 'chat__help', role: 'status' });
  const detail = element('p');
  const dismiss = button('Dismiss', 'button button--quiet button--small', acts.dismiss);
  const failure = element('div', { class: 'chat__failure note note--problem', role: 'alert' });
  const input = element('textarea', {
    class: 'input chat__input',
    id: 'chat-text',
    rows: '2',
    autocomplete: 'off',
    'aria-describedby': 'chat-hint',
  });
  const hint = element('p', { class: 'chat__hint', id: 'chat-hint', 'aria-live': 'polite' }, [PRIVACY_HINT]);
  const sendButton = element('button', { class: 'button button--small', type: 'submit' }, ['Send']);
  const form = element('form', { class: 'chat__form' }, [
    element('label', { class: 'chat__label', for: 'chat-text' }, ['Your message']),
    input,
    hint,
    sendButton,
  ]);
  const expand = button('Expand', 'chat__tool', () => {
    const isExpanded = root.classList.toggle('chat--expanded');
    expand.replaceChildren(isExpanded ? 'Restore' : 'Expand');
  });
  const root = element('section', { class: 'chat', role: 'dialog', 'aria-labelledby': 'chat-title' }, [
    element('header', { class: 'chat__head' }, [
      element('div', {}, [
        element('h2', { class: 'chat__title', id: 'chat-title' }, ['Chat Assistant']),
        status,
      ]),
      element('div', { class: 'chat__tools' }, [expand, button('Close', 'chat__tool', acts.close)]),
    ]),
    log,
    help,
    failure,
    form,
  ]);

  input.addEventListener('input', () => {
    const text = isTooLong(input.value) ? TOO_LONG : PRIVACY_HINT;
    // Change the hint only if it differs, so that a screen reader announces it once.
    if (hint.textContent !== text) {
      hint.replaceChildren(text);
    }
  });
  const send = () => {
    const typed = input.value;
    if (typed.trim() !== '' && !isTooLong(typed) && !input.disabled) {
      input.value = '';
      acts.send(typed);
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send();
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      send();
    }
  });
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      acts.close();
    } else if (event.key === 'Tab' && innerWidth - root.offsetWidth < COVERING_MARGIN) {
      stayInside(root, event);
    }
  });

  const drawn = new Map<string, HTMLElement>();
  /** The first message of the newest answer, which may be longer than the log, or the visitor's last text before it. */
  const newestAnswer = (messages: readonly Message[]) => {
    const lastQuestion = messages.map(({ role }) => role).lastIndexOf('user');
    return drawn.get((messages[lastQuestion + 1] ?? messages[lastQuestion])?.id ?? '');
  };
  const showMessages = ({ messages }: Conversation) => {
    const ids = new Set(messages.map(({ id }) => id));
    for (const [id, item] of drawn) {
      if (!ids.has(id)) {
        item.remove();
        drawn.delete(id);
      }
    }
    // Only new messages are added, so that a screen reader doesn't repeat any.
    for (const message of messages.filter(({ id }) => !drawn.has(id))) {
      const item = drawMessage(message);
      drawn.set(message.id, item);
      log.append(item);
      setTimeout(() => log.scrollTo({ top: newestAnswer(messages)?.offsetTop ?? 0 }), SCROLL_DELAY);
    }
  };
  const showHelp = (isNamed: boolean) => {
    // Change it only if needed, so that a screen reader announces it once.
    if (isNamed !== help.hasChildNodes()) {
      help.replaceChildren(...(isNamed ? [drawMessage({ role: 'agent', content: HELP_NOW })] : []));
    }
  };
  const showFailure = (why: string | null) => {
    const hadFocus = failure.contains(document.activeElement);
    if (why === null) {
      failure.replaceChildren();
    } else {
      detail.replaceChildren(why);
      failure.replaceChildren(element('p', {}, [NOT_SENT]), detail, dismiss);
    }
    if (hadFocus) {
      input.focus();
    }
  };
  let hasFocus = false;
  return {
    root,
    show: (chat) => {
      if (chat.isAwaiting && !input.disabled) {
        hasFocus = [input, sendButton].includes(document.activeElement as HTMLTextAreaElement);
        if (hasFocus) {
          // A disabled element loses the focus, and Escape would do nothing.
          log.focus();
        }
      }
      const wasAwaiting = input.disabled;
      input.disabled = chat.isAwaiting;
      sendButton.disabled = chat.isAwaiting;
      status.replaceChildren(chat.isAwaiting ? TYPING : ONLINE);
      showMessages(chat);
      showHelp(chat.namesHelp);
      showFailure(chat.failure);
      // Return the focus to the text box, unless the visitor moved it.
      if (wasAwaiting && !chat.isAwaiting && hasFocus && document.activeElement === log) {
        input.focus();
      }
    },
    restore: (text) => {
      input.value = text;
    },
    focus: () => input.focus(),
  };
}

/** Keeps the focus inside a panel that covers the page. */
function stayInside(root: HTMLElement, event: KeyboardEvent) {
  const stops = [
    ...root.querySelectorAll<HTMLElement>(
      'a[href],button:not([disabled]),textarea:not([disabled]),[tabindex]',
    ),
  ];
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (document.activeElement === from) {
    event.preventDefault();
    to?.focus();
  }
}

function button(words: string, name: string, act: () => void): HTMLButtonElement {
  const created = element('button', { class: name, type: 'button' }, [words]);
  created.addEventListener('click', act);
  return created;
}

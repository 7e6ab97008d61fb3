import { element } from '../../element';
import { GREETING, HELP_NOW, NOT_SENT, ONLINE, TYPING } from '../../messages/chat';
import type { Conversation, Message } from './conversation';
import { drawMessage } from './message';

/** How long after a change the list moves to its newest message, in milliseconds. */
export const SCROLL_DELAY = 50;
/** The most characters of a text. */
const LONGEST = 2000;

/** A panel that leaves less of the width than this, in pixels, covers the page. */
const COVERS = 48;

/** What the visitor does in the panel. */
export type Acts = { send: (typed: string) => void; dismiss: () => void; close: () => void };

const LEAVE_OUT = 'Please leave out names, phone numbers and other personal details.';

const TOO_LONG = 'This is too long to send. Please shorten it to 2,000 letters.';

/** Whether the server would refuse a text, which counts letters of any script as one each. */
const isTooLong = (typed: string) => [...typed.trim()].length > LONGEST;

/** The panel of the chat. */
export type Panel = {
  root: HTMLElement;
  show: (chat: Conversation) => void;
  restore: (text: string) => void;
  focus: () => void;
};

/** Draws the panel. A visitor can go on reading the page beside it, where it does not cover the page. */
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
  const hint = element('p', { class: 'chat__hint', id: 'chat-hint', 'aria-live': 'polite' }, [LEAVE_OUT]);
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
    const said = isTooLong(input.value) ? TOO_LONG : LEAVE_OUT;
    // A screen reader says it once, and not at each letter.
    if (hint.textContent !== said) {
      hint.replaceChildren(said);
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
    } else if (event.key === 'Tab' && innerWidth - root.offsetWidth < COVERS) {
      stayInside(root, event);
    }
  });

  const drawn = new Map<string, HTMLElement>();
  /** Where the newest answer begins, which may be longer than the log; before it comes, the text that asks for it. */
  const beginning = (messages: readonly Message[]) => {
    const asked = messages.map(({ role }) => role).lastIndexOf('user');
    return drawn.get((messages[asked + 1] ?? messages[asked])?.id ?? '');
  };
  const showMessages = ({ messages }: Conversation) => {
    const ids = new Set(messages.map(({ id }) => id));
    for (const [id, item] of drawn) {
      if (!ids.has(id)) {
        item.remove();
        drawn.delete(id);
      }
    }
    // Only what is new is added, so that a screen reader says nothing twice.
    for (const message of messages.filter(({ id }) => !drawn.has(id))) {
      const item = drawMessage(message);
      drawn.set(message.id, item);
      log.append(item);
      setTimeout(() => log.scrollTo({ top: beginning(messages)?.offsetTop ?? 0 }), SCROLL_DELAY);
    }
  };
  const showHelp = (isNamed: boolean) => {
    // A screen reader says it once, and not at each change.
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
          // What is disabled loses the focus, and Escape would close nothing.
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
      // Who was writing goes on there, unless they went elsewhere meanwhile.
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

/** Whoever leaves the panel by the keyboard would stand on a page that it hides. */
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
  const made = element('button', { class: name, type: 'button' }, [words]);
  made.addEventListener('click', act);
  return made;
}

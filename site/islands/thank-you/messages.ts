import { plainSentence } from '../backend/backend-error';
import { stopMessages } from '../backend/message-consents';
import { channelName } from '../channel-names';
import { element } from '../element';

/** Lists the channels through which a participant gets news, each with a button that stops it. */
export function showMessages(
  place: HTMLElement,
  number: string,
  channels: readonly string[],
  onStopped: () => void,
): void {
  place.replaceChildren(
    element('h2', {}, ['Messages to You']),
    element('p', {}, ['You can get news about your sign-up in these ways. You can stop each of them.']),
    element(
      'ul',
      {},
      channels.map((channel) => entry(number, channel, onStopped)),
    ),
  );
}

function entry(number: string, channel: string, onStopped: () => void): HTMLElement {
  const { plain, title } = channelName(channel);
  const status = element('span', { role: 'status' });
  const button = element('button', { class: 'button button--quiet button--small', type: 'button' }, [
    `Stop ${title}`,
  ]);
  const line = element('li', { tabindex: '-1' }, [`You get ${plain}. `, button, ' ', status]);
  button.addEventListener('click', async () => {
    status.textContent = 'Saving ...';
    try {
      await stopMessages(number, channel);
      // The button disappears, so the focus moves to its line.
      line.replaceChildren(`You get no more ${plain}. We told the study team.`);
      line.focus();
      onStopped();
    } catch (error) {
      status.textContent = plainSentence(error);
    }
  });
  return line;
}

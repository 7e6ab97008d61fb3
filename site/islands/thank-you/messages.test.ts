import { expect, it, vi } from 'vitest';
import { fakeBackend, problem } from '../../tests/support/fake-backend';
import { showMessages } from './messages';

const NUMBER = 'PT0123456789AB';

function open(reply: () => unknown) {
  const backend = fakeBackend({ '/backend/participant/messages': reply });
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  const onStopped = vi.fn();
  showMessages(place, NUMBER, ['sms', 'app'], onStopped);
  return { backend, place, onStopped, lines: () => [...place.querySelectorAll('li')] };
}

it('stops one channel and leaves the others', async () => {
  const { backend, onStopped, lines } = open(() => ({ result: 'stopped' }));
  lines()[0]?.querySelector('button')?.click();
  await vi.waitFor(() => expect(onStopped).toHaveBeenCalledOnce());
  expect(backend.calls[0]?.body).toEqual({ number: NUMBER, channel: 'sms' });
  expect(lines()[0]?.textContent).toBe('You get no more text messages. We told the study team.');
  expect(document.activeElement).toBe(lines()[0]);
  expect(lines()[1]?.querySelector('button')?.textContent).toBe('Stop Messages in the App');
});

it('says when a channel could not be stopped, and keeps the button', async () => {
  const { onStopped, lines } = open(() => problem(503, 'unavailable', 'We can’t save this now.'));
  lines()[0]?.querySelector('button')?.click();
  await vi.waitFor(() =>
    expect(lines()[0]?.querySelector('[role="status"]')?.textContent).not.toBe('Saving ...'),
  );
  expect(lines()[0]?.querySelector('button')).not.toBeNull();
  expect(onStopped).not.toHaveBeenCalled();
});

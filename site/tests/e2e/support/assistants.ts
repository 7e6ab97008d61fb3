import type { Locator, Page } from '@playwright/test';
import { expect, expectAlive } from './page';

/** An answer of the chat as the server gives it. */
export function chatAnswer(contents: string[], chat_status = 'ongoing', chatId: string | null = 'chat-1') {
  const messages = contents.map((content, index) => ({
    message_id: `${content}-${index}`,
    content,
    created_timestamp: 1_700_000_000_000,
  }));
  return { chat_status, chatId, messages };
}

/** What stands in for the chat: one answer after another, and what it was asked. */
export async function answerChat(page: Page, answers: (object | number)[]): Promise<unknown[]> {
  const asked: unknown[] = [];
  await page.route('**/backend/chat', async (route) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(route.request().postDataJSON());
    await route.fulfill(typeof answer === 'number' ? { status: answer, json: {} } : { json: answer });
  });
  return asked;
}

/** Opens a page and the chat on it. */
export async function openChat(page: Page, path = '/about'): Promise<Locator> {
  await page.goto(path);
  await expectAlive(page);
  await page.getByRole('button', { name: 'Ask in the Chat' }).click();
  const chat = page.getByRole('dialog', { name: 'Chat Assistant' });
  await expect(chat.getByLabel('Your message')).toBeFocused();
  return chat;
}

/** A line whose events a test tells by `window.tellLine`, in place of the voice service's. */
export const FAKE_LINE = `export function newLine() {
  const tells = new Map();
  window.lineCalls = [];
  window.tellLine = (event) => tells.get(event)?.();
  return {
    startCall: async ({ accessToken }) => { window.lineCalls.push(accessToken); },
    stopCall: () => { window.lineCalls.push('stop'); tells.get('call_ended')?.(); },
    on: (event, tell) => tells.set(event, tell),
  };
}`;

/** Opens a page as it is where voice calls are set up: content names no host that a call connects to. */
export async function openWithCalls(page: Page, path = '/about'): Promise<void> {
  await page.goto(path);
  await page.locator('.voice').evaluate((voice: HTMLElement) => {
    voice.dataset.calls = '';
  });
  await expectAlive(page);
}

/** How often a page asked for the microphone. */
export function microphoneAsked(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { microphoneAsked: number }).microphoneAsked);
}

/** What stands in for the voice service and for the microphone of the device. */
export async function answerCalls(
  page: Page,
  answer: object,
  options: { mayListen: boolean },
): Promise<void> {
  await page.route('**/assets/retell-line-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: FAKE_LINE }),
  );
  await page.route('**/backend/start-retell-call', (route) => route.fulfill({ json: answer }));
  await page.addInitScript((mayListen) => {
    const asked = window as unknown as { microphoneAsked: number };
    asked.microphoneAsked = 0;
    const getUserMedia = async () => {
      asked.microphoneAsked += 1;
      if (!mayListen) {
        throw new DOMException('denied', 'NotAllowedError');
      }
      return new MediaStream();
    };
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } });
  }, options.mayListen);
}

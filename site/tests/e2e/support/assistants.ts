import type { Locator, Page } from '@playwright/test';
import { expect, expectAlive } from './page';

/** An answer of the chat endpoint. */
export function chatAnswer(contents: string[], chat_status = 'ongoing', chatId: string | null = 'chat-1') {
  const messages = contents.map((content, index) => ({
    message_id: `${content}-${index}`,
    content,
    created_timestamp: 1_700_000_000_000,
  }));
  return { chat_status, chatId, messages };
}

/** Replaces the chat endpoint by these answers in turn. Returns its requests. */
export async function answerChat(page: Page, answers: (object | number)[]): Promise<unknown[]> {
  const requests: unknown[] = [];
  await page.route('**/backend/chat', async (route) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push(route.request().postDataJSON());
    await route.fulfill(typeof answer === 'number' ? { status: answer, json: {} } : { json: answer });
  });
  return requests;
}

/** Opens a page and its chat. */
export async function openChat(page: Page, path = '/about'): Promise<Locator> {
  await page.goto(path);
  await expectAlive(page);
  await page.getByRole('button', { name: 'Ask in the Chat' }).click();
  const chat = page.getByRole('dialog', { name: 'Chat Assistant' });
  await expect(chat.getByLabel('Your message')).toBeFocused();
  return chat;
}

/** A line whose events the test triggers with `window.tellLine`, instead of the voice service's. */
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

/** Opens a page as if voice calls were set up: the sample content names no host for calls. */
export async function openWithCalls(page: Page, path = '/about'): Promise<void> {
  await page.goto(path);
  await page.locator('.voice').evaluate((voice: HTMLElement) => {
    voice.dataset.calls = '';
  });
  await expectAlive(page);
}

/** How often a page requested the microphone. */
export function microphoneAsked(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { microphoneAsked: number }).microphoneAsked);
}

/** Replaces the voice service and the microphone. */
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
    const requests = window as unknown as { microphoneAsked: number };
    requests.microphoneAsked = 0;
    const getUserMedia = async () => {
      requests.microphoneAsked += 1;
      if (!mayListen) {
        throw new DOMException('denied', 'NotAllowedError');
      }
      return new MediaStream();
    };
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } });
  }, options.mayListen);
}

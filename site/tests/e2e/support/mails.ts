import { expect, type Page } from './page';

/** Waits for an email to this address, with this subject if given, and opens the newest. */
export async function openMail(page: Page, email: string, subject = ''): Promise<void> {
  await expect(async () => {
    await page.goto('/_local/outbox');
    const mails = page.getByRole('listitem').filter({ hasText: email });
    await mails.getByRole('link', { name: subject }).first().click({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await expect(page.getByRole('main')).toContainText(email);
}

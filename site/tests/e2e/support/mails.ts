import { expect, type Page } from './page';

/** Waits for an email with this subject and address, and opens the newest. */
export async function openMail(page: Page, email: string, subject: string): Promise<void> {
  await expect(async () => {
    await page.goto('/_local/outbox');
    const mails = page.getByRole('listitem').filter({ hasText: email });
    await mails.getByRole('link', { name: subject }).first().click({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await expect(page.getByRole('main')).toContainText(email);
}

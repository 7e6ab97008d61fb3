import { expect, type Page } from './page';

/** Opens the newest mail to an address with this subject, once it is there. */
export async function openMail(page: Page, email: string, subject: string): Promise<void> {
  await expect(async () => {
    await page.goto('/_local/outbox');
    const mails = page.getByRole('listitem').filter({ hasText: email });
    await mails.getByRole('link', { name: subject }).first().click({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await expect(page.getByRole('main')).toContainText(email);
}

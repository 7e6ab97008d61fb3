import { openMail } from './support/mails';
import { expect, expectAccessible, test } from './support/page';
import { answerQuestions, fillInForm } from './support/sign-up';

const ACCEPT = 'I acknowledge and accept';

test.describe('a participant who left before accepting the notice', () => {
  test.use({ expectedErrors: [/404/] });
  test('returns by email link on another device, accepts, and leaves that device', async ({
    page,
    browser,
  }) => {
    test.slow();
    const email = `return-${test.info().project.name}-${Date.now()}@example.org`;
    await page.goto('/enroll/STU01009');
    await answerQuestions(page);
    await fillInForm(page, email);
    await page.getByRole('button', { name: 'Complete Sign Up' }).click();
    await expect(page.getByRole('button', { name: ACCEPT })).toBeVisible();
    await openMail(page, email, 'Please confirm your email address');
    const link = (await page.getByRole('main').textContent())?.match(/\S+#return=\S+/)?.[0] ?? 'no link';

    const device = await browser.newContext();
    const other = await device.newPage();
    const { pathname, hash } = new URL(link);
    await other.goto(`${new URL(page.url()).origin}${pathname}${hash}`);
    const open = other.getByRole('button', { name: /^Open This Sign-Up/ });
    await expect(other.getByRole('heading', { name: 'Is This Your Sign-Up?' })).toBeFocused();
    await expect(open).toBeVisible();
    expect(other.url()).not.toContain('return');
    await expectAccessible(other);
    await open.click();
    await expect(other.getByRole('heading', { name: 'One Step Is Left' })).toBeFocused();
    await expectAccessible(other);
    await other.getByRole('link', { name: 'Read the Privacy Notice' }).click();
    await other.getByRole('button', { name: ACCEPT }).click();
    await expect(other.getByRole('heading', { name: 'Thank you for signing up!' })).toBeVisible();
    await other.getByRole('button', { name: 'Forget My Sign-Up Here' }).first().click();
    await expect(other.getByRole('heading', { name: 'Nothing Is Kept Here' })).toBeFocused();
    await expectAccessible(other);
    await other.reload();
    await expect(other.getByRole('heading', { name: 'Not Found' })).toBeVisible();
    await device.close();
  });
});

test.describe('a sign-up whose response is lost', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });
  test('exists after a reload, and continues with the notice', async ({ page, context }) => {
    test.slow();
    const email = `lost-${test.info().project.name}-${Date.now()}@example.org`;
    await page.goto('/enroll/STU01009');
    await answerQuestions(page);
    await fillInForm(page, email);
    await page.route('**/backend/participant', async (route) => {
      // The server processes the call, but the browser gets neither response nor cookies.
      const cookies = await context.cookies();
      await route.fetch();
      await context.clearCookies();
      await context.addCookies(cookies);
      await route.abort('failed');
    });
    await page.getByRole('button', { name: 'Complete Sign Up' }).click();
    await expect(page.getByText('Nothing that you typed is lost')).toBeVisible();
    await page.unroute('**/backend/participant');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'One Step Is Left' })).toBeVisible();
    await page.getByRole('button', { name: 'Read the Privacy Notice' }).click();
    await page.getByRole('button', { name: ACCEPT }).click();
    await expect(page).toHaveURL(/\/thankyou\/PT[0-9A-Z]{12}$/);
  });
});

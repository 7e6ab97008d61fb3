import { expect, expectAccessible, expectAlive, test } from './support/page';
import { answerQuestions, signUpMyself } from './support/sign-up';

for (const size of [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]) {
  test(`the first question and the first field are visible without scrolling: ${size.width} by ${size.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await page.goto('/enroll/STU01009');
    for (const choice of ['Sign Up for Myself', 'Sign Up for Someone I Care For']) {
      await expect(page.getByRole('button', { name: choice })).toBeInViewport({ ratio: 1 });
    }
    await signUpMyself(page);
    await expect(page.getByRole('radio', { name: 'True' }).first()).toBeInViewport({ ratio: 1 });
    await answerQuestions(page);
    await page.evaluate(() => scrollTo(0, 0));
    const first = page.getByRole('form', { name: 'Your Details' }).getByRole('textbox').first();
    await expect(first).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
  });
}

test('the header has no sign-up link on the pages of a sign-up', async ({ page }) => {
  for (const address of ['/enroll/STU01009', '/upload-document/STU01009', '/connect-to-emr/STU01009']) {
    await page.goto(address);
    await expectAlive(page);
    await expect(page.getByRole('banner').getByRole('link', { name: /Sign Up/ })).toHaveCount(0);
  }
});

test('the header links to the sign-up of the page’s study and names it', async ({ page }) => {
  await page.goto('/study/STU01020');
  const link = page.getByRole('banner').getByRole('link', { name: 'Sign Up Severe asthma injection study' });
  await expect(link).toHaveAttribute('href', '/enroll/STU01020');
  await page.goto('/about');
  const defaultLink = page.getByRole('banner').getByRole('link', { name: 'Sign Up COVID-19 vaccine study' });
  await expect(defaultLink).toHaveAttribute('href', '/enroll/STU01009');
  await expect(defaultLink.getByText('COVID-19 vaccine study')).toBeVisible();
});

test('selects keep their arrow in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const address of ['/', '/enroll/STU01020']) {
    await page.goto(address);
    const list = page.locator('main select').first();
    await expect(list).toBeVisible();
    expect(await list.evaluate((element) => getComputedStyle(element).appearance)).not.toBe('none');
  }
});

import { expect, expectAccessible, test } from './support/page';

const NAMES = ['Details', 'Story', 'Leaflet', 'Facts First', 'Questions and Answers', 'Checklist'];

for (const [index, name] of NAMES.entries()) {
  const template = index + 1;

  test(`template ${template} shows the study, links to the others, and passes axe`, async ({ page }) => {
    await page.goto(`/preview/STU01017?template=${template}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/melanoma/i);
    const bar = page.getByRole('complementary', { name: 'Preview' });
    await expect(bar).toContainText(`Template ${template} of 6: ${name}`);
    await expect(bar.getByRole('link')).toHaveCount(6);
    await expect(bar.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page);

    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Sign Up', exact: true })).toHaveAttribute(
      'href',
      '/enroll/STU01017',
    );
    const next = (template % NAMES.length) + 1;
    await bar.getByRole('link', { name: NAMES[next - 1] ?? '' }).click();
    await expect(page).toHaveURL(`/preview/STU01017?template=${next}`);
    await expect(bar).toContainText(`Template ${next} of 6`);
  });

  test(`template ${template} has a disabled sign-up for an inactive study, and says why`, async ({
    page,
  }) => {
    await page.goto(`/preview/STU01024?template=${template}`);
    const main = page.getByRole('main');
    const button = main.getByRole('button', { name: 'Sign Up', exact: true });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(
      'Sign Up is off because this study is neither active nor promoted.',
    );
    await expect(main.getByText('Sign Up is off')).toBeVisible();
    await expect(main.getByRole('link', { name: 'Sign Up', exact: true })).toHaveCount(0);
    await expectAccessible(page);
  });

  test(`template ${template} does not scroll sideways on a very narrow screen`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`/preview/STU01017?template=${template}`);
    const surplus = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(surplus).toBe(0);
    const small = await page
      .getByRole('complementary', { name: 'Preview' })
      .getByRole('link')
      .evaluateAll((links) => links.filter((link) => link.getBoundingClientRect().height < 44).length);
    expect(small).toBe(0);
  });
}

test('a study is also found by its registry number, and its links keep it', async ({ page }) => {
  await page.goto('/preview/nct03897881?template=3');
  await page.getByRole('complementary', { name: 'Preview' }).getByRole('link', { name: 'Checklist' }).click();
  await expect(page).toHaveURL('/preview/NCT03897881?template=6');
});

test('the sign-up of the facts stays visible', async ({ page }) => {
  await page.goto('/preview/STU01017?template=4');
  const signUp = page.getByRole('main').getByRole('link', { name: 'Sign Up', exact: true });
  await expect(signUp).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 3));
  await expect(signUp).toBeInViewport({ ratio: 1 });
});

test('criteria can be ticked by keyboard without sending anything', async ({ page }) => {
  await page.goto('/preview/STU01017?template=6');
  const box = page.getByRole('checkbox').first();
  await box.focus();
  await page.keyboard.press('Space');
  await expect(box).toBeChecked();
  await expect(page).toHaveURL('/preview/STU01017?template=6');
});

test('an answer opens and closes by keyboard', async ({ page }) => {
  await page.goto('/preview/STU01017?template=5');
  const question = page.getByText('Where does it take place?');
  await question.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Tampa, FL')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Tampa, FL')).toBeHidden();
});

test('a printed leaflet contains the study without the site around it', async ({ page }) => {
  await page.goto('/preview/STU01017?template=3');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Please name the study')).toBeVisible();
  await expect(page.getByText('This Is a Preview')).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('main').getByText('Sign Up', { exact: true })).toBeHidden();
});

test.describe('missing previews', () => {
  test.use({ expectedErrors: [/404/] });

  for (const query of ['', '?template=', '?template=7', '?template=1&template=2', '?template=%2e%2e%2f1']) {
    test(`a study with ${query || 'no template'} says Template not found and offers the six`, async ({
      page,
    }) => {
      const answer = await page.goto(`/preview/STU01017${query}`);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Template not found');
      await expectAccessible(page);
      await page.getByRole('main').getByRole('link', { name: 'Story' }).click();
      await expect(page).toHaveURL('/preview/STU01017?template=2');
    });
  }

  const messages = [
    ['/preview/STU99999?template=7', 'Template not found'],
    ['/preview/STU99999?template=1', 'Study details not found'],
  ];
  for (const [address, message] of messages) {
    test(`${address} says ${message}`, async ({ page }) => {
      const answer = await page.goto(address ?? '/');
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(message ?? '');
      await expectAccessible(page);
    });
  }
});

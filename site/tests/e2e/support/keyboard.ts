import { choose, expect, expectAccessible, type Page, tabTo } from './page';

/** Answers the questions of a study. On a phone only one is visible, and the focus moves to the next. */
export async function answerByKeyboard(page: Page, answers: readonly string[]): Promise<void> {
  const question = (place: number) =>
    page.getByRole('group', { name: `Question ${place + 1} of ${answers.length}` });
  for (const [index, answer] of answers.entries()) {
    await choose(page, question(index).getByLabel(answer));
    const isLast = index === answers.length - 1;
    if (!isLast && (await question(index + 1).isVisible())) {
      continue;
    }
    await press(page, 'NEXT');
    if (!isLast) {
      await expect(question(index + 1).locator('legend :focus')).toBeVisible();
      await expectAccessible(page);
    }
  }
}

/** Continues to the next part of the form. On a phone only one is visible, and the focus moves to its title. */
export async function goOnByKeyboard(page: Page): Promise<void> {
  if (!(await page.getByRole('button', { name: 'Continue' }).isVisible())) {
    return;
  }
  await expectAccessible(page);
  await press(page, 'Continue');
  await expect(page.locator('.form__heading :focus, .form__heading:focus')).toBeVisible();
}

/** Solves the captcha, whose error shows that it is missing, and gives the required consent. */
export async function consentByKeyboard(page: Page): Promise<void> {
  await expect(page.getByText('Please fill recaptcha')).toBeVisible();
  await tabTo(page, page.getByLabel('I am not a robot'));
  await page.keyboard.press('Space');
  await expect(page.getByText('Please fill recaptcha')).toBeHidden({ timeout: 60_000 });
  for (const box of await page.getByRole('checkbox', { name: /\(required\)/ }).all()) {
    await choose(page, box);
  }
  await expectAccessible(page);
}

/** Moves to a button by Tab, and presses it with Enter. */
export async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}

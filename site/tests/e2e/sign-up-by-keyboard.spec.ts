import { addressesOf } from './support/addresses';
import { answerByKeyboard, consentByKeyboard, goOnByKeyboard, press } from './support/keyboard';
import { choose, expect, expectAccessible, expectAlive, tabTo, test, typeInto } from './support/page';

/** The answers that the study expects. */
const ANSWERS = ['True', 'False', 'False', 'False', 'False'];

test('a visitor gets from the home page to the thank-you page by keyboard alone', async ({ page }) => {
  const email = `keyboard-${test.info().project.name}-${Date.now()}@example.org`;
  const addresses = addressesOf(page);

  await page.goto('/');
  await expectAccessible(page);
  const condition = page.getByLabel('Condition');
  await typeInto(page, condition, 'covid');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(condition).toHaveValue(/covid-19/i);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/results\?q=.*&in=UNITED/);
  await expect(page.getByText(/^Number of Clinical trials - \d+$/)).toBeVisible();
  await expectAccessible(page);
  const study = page.getByRole('link', { name: /vaccine to help prevent COVID-19/i }).first();
  await tabTo(page, study);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/study\/NCT04611802/);
  await expectAlive(page);
  await expectAccessible(page);
  await tabTo(page, page.getByRole('link', { name: 'Check If I Can Join' }).first());
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Who Is This Sign-Up For?' })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Sign Up for Myself');
  await expect(page.getByRole('heading', { name: 'A Few Questions First' })).toBeFocused();
  await expectAccessible(page);
  await answerByKeyboard(page, ANSWERS);

  await typeInto(page, page.getByLabel('First Name'), 'Maria');
  await typeInto(page, page.getByLabel('Last Name'), 'Sample');
  await typeInto(page, page.getByLabel('Month', { exact: true }), '3');
  await typeInto(page, page.getByLabel('Day', { exact: true }), '27');
  await typeInto(page, page.getByLabel('Year', { exact: true }), '1956');
  await choose(page, page.getByLabel('Female'));
  await goOnByKeyboard(page);
  await typeInto(page, page.getByLabel('Email'), email);
  await typeInto(page, page.getByLabel('Phone Number'), '216 555 0134');
  await choose(page, page.getByLabel('English'));
  await goOnByKeyboard(page);
  await typeInto(page, page.getByLabel('City'), 'Cleveland');
  await typeInto(page, page.getByLabel('ZIP Code'), '44106');
  await goOnByKeyboard(page);
  await choose(page, page.getByLabel('Asian', { exact: true }));
  await typeInto(page, page.getByLabel('Health Condition'), 'Floccinaucinitis');
  await choose(page, page.getByLabel('Never'));
  await goOnByKeyboard(page);
  await consentByKeyboard(page);
  await press(page, 'Complete Sign Up');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'I acknowledge and accept');

  await expect(page).toHaveURL(/\/thankyou\/PT[0-9A-Z]{12}$/);
  await expect(page.getByRole('heading', { name: 'Thank you for signing up!' })).toBeVisible();
  const number = new URL(page.url()).pathname.split('/').at(-1) ?? 'none';
  await expect(page.getByText(number.replace(/^PT(.{4})(.{4})/, 'PT $1-$2-'))).toBeVisible();
  await expectAccessible(page);

  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const personal of [
    'Maria',
    'Sample',
    '1956',
    email,
    '0134',
    '44106',
    'Cleveland',
    'Floccinaucinitis',
  ]) {
    expect(stored).not.toContain(personal);
    expect(page.url()).not.toContain(personal);
  }
  const requested = await addresses();
  expect(requested.length).toBeGreaterThan(20);
  for (const personal of [
    'Maria',
    'Sample',
    '1956-03',
    email,
    '555 0134',
    '5550134',
    'Cleveland',
    'Floccinaucinitis',
  ]) {
    expect(requested.filter((address) => address.includes(personal.toLowerCase()))).toEqual([]);
  }
});

import { press } from './support/keyboard';
import { openMail } from './support/mails';
import {
  choose,
  expect,
  expectAccessible,
  expectAlive,
  expectNoOverflow,
  tabTo,
  test,
  typeInto,
} from './support/page';

const STUDY = '/study/NCT03974022';
const CONTACT = 'nct03974022@example.org';
const SEND_MY_DETAILS = 'Send my details to the study’s contact';

test('details are sent after two agreements and can be erased, by keyboard alone', async ({ page }) => {
  const email = `maria.${Date.now()}@example.org`;
  await page.goto(STUDY);
  await expectAlive(page);
  await tabTo(page, page.getByText('GET NOTIFIED'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: SEND_MY_DETAILS })).toBeVisible();
  await press(page, SEND_MY_DETAILS);
  await expect(page.getByRole('heading', { name: 'Your Details' })).toBeFocused();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await typeInto(page, page.getByLabel('Your Name'), 'Maria Sample');
  await typeInto(page, page.getByLabel('Your Email'), email);
  await choose(page, page.getByLabel('Email', { exact: true }));
  await choose(page, page.getByLabel('I’m 18 or older, and I ask for myself'));
  await press(page, 'Show Me the Email');
  await expect(page.getByRole('heading', { name: 'This Is the Email, Word for Word' })).toBeFocused();
  const shown = await page.locator('.mail-preview').innerText();
  expect(shown).toContain('Name: Maria Sample');
  await choose(page, page.getByLabel(/exactly this email/));
  await choose(page, page.getByLabel('I am not a robot'));
  await expect(page.getByText('Done. Thank you.')).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await expectNoOverflow(page);
  await press(page, 'Send Me the Link to Confirm');
  await expect(page.getByRole('status').filter({ hasText: 'Check Your Email' })).toBeFocused();
  expect(page.url()).not.toContain('aria');
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain('Maria');

  await openMail(page, email, 'Please confirm what to send');
  await tabTo(page, page.getByRole('link', { name: /#send-details=/ }));
  await page.keyboard.press('Enter');
  await expectAlive(page);
  expect(page.url()).toMatch(/\/notify$/);
  await expect(page.locator('.mail-preview')).toHaveText(shown, { useInnerText: true });
  await expectAccessible(page);
  await expectNoOverflow(page);
  await press(page, 'I Agree, Send This Email');
  await expect(page.getByText('We send this email now.')).toBeVisible();
  await expectAccessible(page);

  await openMail(page, CONTACT, 'Someone asks about NCT03974022');
  await expect(page.getByRole('main')).toContainText(email);
  await openMail(page, email, 'What we sent for you');
  await expect(page.getByRole('main')).toContainText(`Sent to: ${CONTACT}`);
  await tabTo(page, page.getByRole('link', { name: /#erase-details=/ }));
  await page.keyboard.press('Enter');
  await expectAlive(page);
  await press(page, 'Erase My Details');
  await expect(page.getByText('Your details are erased here.')).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('a sentence with the contact’s address takes the place of the form', async ({ page }) => {
    await page.goto(STUDY);
    await page.getByText('GET NOTIFIED').click();
    await expect(page.locator('details').getByRole('link', { name: CONTACT })).toBeVisible();
  });
});

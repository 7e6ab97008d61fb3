import { addressesOf } from './support/addresses';
import { expect, expectAccessible, expectAlive, type Page, tabTo, test } from './support/page';

const NOTE = '58F with asthma and COPD, near Cleveland, Ohio. Denies diabetes. Meds: montelukast. Zyxwvella.';
/** Words of the note that no search needs. */
const PRIVATE = ['zyxwvella', 'denies', 'montelukast', '58f'];

/** Opens the description by keyboard, and types a text into its field. */
async function describe(page: Page, text: string): Promise<void> {
  await expectAlive(page);
  await tabTo(page, page.locator('summary', { hasText: 'Describe Yourself in Your Own Words' }));
  await page.keyboard.press('Enter');
  const field = page.getByLabel(/^Describe yourself, or paste/);
  await expect(field).toBeVisible();
  await tabTo(page, field);
  await page.keyboard.insertText(text);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

for (const path of ['/', '/results?q=&in=UNITED+STATES']) {
  test(`a description becomes a search that can be corrected by keyboard: ${path}`, async ({ page }) => {
    const addresses = addressesOf(page);
    await page.goto(path);
    await describe(page, NOTE);
    const remove = page.getByRole('button', { name: 'Remove: Age 58' });
    await expect(remove).toBeVisible();
    await expect(
      page.getByText(/^We understood: Asthma, COPD, Age 58, Female, Near Cleveland/),
    ).toBeVisible();
    await expectAccessible(page);
    await tabTo(page, remove);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Remove: Female' })).toBeFocused();
    await tabTo(page, page.getByRole('radio', { name: 'Asthma' }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'COPD' })).toBeChecked();
    await tabTo(page, page.getByRole('button', { name: 'Search With These' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(
      '/results?q=COPD&in=UNITED+STATES&gender=female&near=Cleveland%2C+Ohio%2C+United+States',
    );
    await expect(page.getByRole('heading', { name: /^Number of Clinical trials/ })).toBeVisible();
    const said = (await addresses()).join('\n');
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state]),
    );
    for (const word of PRIVATE) {
      expect(said).not.toContain(word);
      expect(stored.toLowerCase()).not.toContain(word);
    }
    await page.goBack();
    await expectAlive(page);
    for (const field of await page.locator('textarea').all()) {
      await expect(field).toHaveValue('');
    }
  });
}

test('age, sex, place, and condition can be changed in place by keyboard', async ({ page }) => {
  const addresses = addressesOf(page);
  await page.goto('/');
  await describe(page, NOTE);
  const change = async (part: string, label: string) => {
    const chip = page.getByRole('button', { name: `Change: ${part}` });
    await tabTo(page, chip);
    await page.keyboard.press('Enter');
    const field = page.getByRole('list', { name: 'What We Understood' }).getByLabel(label);
    await expect(field).toBeFocused();
    return field;
  };
  const age = await change('Age 58', 'Age');
  await page.keyboard.insertText('500');
  await page.keyboard.press('Enter');
  await expect(age).toHaveAccessibleDescription(/^Type your age in years/);
  await expectAccessible(page);
  await age.fill('59');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Change: Age 59' })).toBeFocused();
  await change('Female', 'Sex');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Change: Male' })).toBeFocused();
  await change('Near Cleveland, Ohio, United States', 'City or ZIP Code');
  await page.keyboard.insertText('Zyxwville');
  await page.keyboard.press('Escape');
  await change('Near Cleveland, Ohio, United States', 'City or ZIP Code');
  await page.keyboard.insertText('Akron, Ohio');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await change('Asthma', 'Condition');
  await page.keyboard.insertText('Lupus');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'Lupus' })).toBeChecked();
  await expectAccessible(page);
  await tabTo(page, page.getByRole('button', { name: 'Search With These' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/results?q=Lupus&in=UNITED+STATES&age=59&gender=male&near=Akron%2C+Ohio');
  const said = (await addresses()).join('\n');
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state]),
  );
  for (const word of [...PRIVATE, 'zyxwville']) {
    expect(said.toLowerCase()).not.toContain(word);
    expect(stored.toLowerCase()).not.toContain(word);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true });

  test('the field of a part fits the screen', async ({ page }) => {
    await page.goto('/');
    await describe(page, NOTE);
    await page.getByRole('button', { name: 'Change: Near Cleveland, Ohio, United States' }).tap();
    await expect(page.getByLabel('City or ZIP Code')).toBeFocused();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await page.getByLabel('City or ZIP Code').fill('44301');
    await page.getByRole('button', { name: 'Save' }).tap();
    await expect(page.getByRole('button', { name: 'Change: Near 44301' })).toBeFocused();
  });
});

test('symptoms are searched for only after the person confirms one', async ({ page }) => {
  await page.goto('/');
  await describe(page, 'I feel so tired and have headaches');
  const search = page.getByRole('button', { name: 'Search With These' });
  await search.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(page.getByText(/^Choose what to search for/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Headache' }).check();
  await search.press('Enter');
  await expect(page).toHaveURL('/results?q=Headache&in=UNITED+STATES');
});

test('an empty description is rejected at its field', async ({ page }) => {
  await page.goto('/');
  await describe(page, ' ');
  const field = page.getByLabel(/^Describe yourself, or paste/);
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/^Type your description/);
  await expectAccessible(page);
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('the description stays, and an alert says what to do', async ({ page, context }) => {
    await page.goto('/');
    await describe(page, 'I have asthma');
    await expect(page.getByRole('button', { name: 'Remove: Asthma' })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Read My Description' }).press('Enter');
    await expect(page.getByRole('alert')).toContainText('We can’t reach our server right now.');
    await expect(page.getByLabel(/^Describe yourself, or paste/)).toHaveValue('I have asthma');
    await expectAccessible(page);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the description is not offered', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByLabel('Condition')).toBeVisible();
    await expect(page.getByText('Describe Yourself in Your Own Words')).toBeHidden();
  });
});

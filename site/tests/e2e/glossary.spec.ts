import { expect, expectAccessible, expectAlive, test } from './support/page';

const STUDY = '/study/STU01014';
const REGISTRY_STUDY = '/study/NCT03974022';
const PHONE = { width: 320, height: 640 };

for (const address of [STUDY, REGISTRY_STUDY]) {
  test(`a term of ${address} opens its meaning in one tap, and Escape returns to it`, async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto(address);
    await expectAlive(page);
    const term = page.locator('a.term').first();
    await term.scrollIntoViewIfNeeded();
    const before = await term.boundingBox();
    await term.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('heading')).not.toBeEmpty();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(term).toBeFocused();
    expect(await term.boundingBox()).toEqual(before);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
  });
}

test('the field of the glossary leaves only the terms with the typed words', async ({ page }) => {
  await page.goto('/glossary');
  await expectAlive(page);
  await page.getByLabel('Find a Word').fill('no drug in it');
  await expect(page.locator('.glossary__term').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText('1 term found.')).toBeVisible();
  await expectAccessible(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  for (const address of [STUDY, REGISTRY_STUDY]) {
    test(`the link of a term of ${address} leads to its entry in the glossary`, async ({ page }) => {
      await page.goto(address);
      const term = page.locator('a.term').first();
      const id = (await term.getAttribute('href'))?.split('#')[1] ?? '';
      await term.click();
      await expect(page).toHaveURL(new RegExp(`/glossary#${id}$`));
      await expect(page.locator(`[id="${id}"]`)).toBeInViewport();
    });
  }
});

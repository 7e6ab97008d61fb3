import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectAlive, tabTo, test } from './support/page';

/** The rectangles of the map and of its visible touch targets, measured at once, because a loading page still moves. */
function rectangles(page: Page) {
  return page.evaluate(() => {
    const rectangle = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    };
    const [frame] = [...document.querySelectorAll('.map__box')].map(rectangle);
    const targets = [...document.querySelectorAll('.map__marker .map__shape')].map(rectangle);
    return { frame, targets: targets.filter(({ width }) => width > 0) };
  });
}

test('Escape closes an open panel and moves the focus back to its marker', async ({ page }) => {
  await page.goto('/vlu');
  const panel = page.locator('#place-7');
  await tabToMarker(page, 7);
  await page.keyboard.press('Enter');
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.locator('.map__marker[href="#place-7"]')).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the leg ulcer trial has nine markers with the names of their sites', async ({ page }) => {
    await page.goto('/vlu');
    const map = page.getByRole('group', { name: 'Map of 9 sites' });
    const markers = map.getByRole('link', { name: /^Site \d: .+\. Not yet recruiting$/ });
    await expect(markers).toHaveCount(9);
    await expect(markers.nth(4)).toHaveAccessibleName(/^Site 5: .+ Cleveland, OH/);
    await expect(markers.nth(4)).toHaveText('5');
  });

  test('the keyboard leads from a marker to its panel, and on to the list', async ({ page }) => {
    await page.goto('/vlu');
    const panel = page.locator('#place-7');
    await expect(panel).toBeHidden();
    await tabToMarker(page, 7);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/vlu#place-7');
    await expect(panel).toContainText('Kittanning');
    await page.keyboard.press('Tab');
    await expect(panel.getByRole('link', { name: /^Sign Up/ })).toBeFocused();
    await expect(panel.getByRole('link', { name: /^Sign Up/ })).toHaveAttribute(
      'href',
      /^\/enroll\/STU01014\//,
    );
    await panel.getByRole('link', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    await page.goto('/vlu#place-7');
    await panel.getByRole('link', { name: 'See It in the List' }).click();
    await expect(page).toHaveURL('/vlu#site-7');
    const place = page.locator('#site-7');
    await expect(place).toBeInViewport();
    await expect(place).toContainText('Kittanning');
    await page.keyboard.press('Tab');
    await expect(place.getByRole('link')).toBeFocused();
  });

  test('a count opens the list of its sites, which can be closed', async ({ page }) => {
    await page.goto('/study/NCT04611802');
    const count = page.locator('.map__marker[href^="#near-"]').first();
    const list = page.locator((await count.getAttribute('href')) ?? '');
    await expect(list).toBeHidden();
    await tabTo(page, count);
    await page.keyboard.press('Enter');
    await expect(list).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(list.getByRole('link').first()).toBeFocused();
    await list.getByRole('link', { name: 'Close' }).click();
    await expect(list).toBeHidden();
  });

  for (const path of [
    '/vlu',
    '/kira',
    '/mosaic',
    '/upcoming-research',
    '/study/NCT04611802',
    '/study/NCT03897881',
    '/study/NCT04628481',
    '/study/NCT00876824',
  ]) {
    for (const width of [320, 0]) {
      test(`${path} keeps its markers apart, large enough, and inside the map${width ? ' on a narrow screen' : ''}`, async ({
        page,
      }) => {
        if (width) {
          await page.setViewportSize({ width, height: 640 });
        }
        await page.goto(path);
        const { frame, targets } = await rectangles(page);
        expect(targets.length).toBeGreaterThan(0);
        targets.forEach((box, index) => {
          expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
          expect(box.x).toBeGreaterThanOrEqual(frame?.x ?? 0);
          expect(box.y).toBeGreaterThanOrEqual(frame?.y ?? 0);
          expect(box.x + box.width).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
          expect(box.y + box.height).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
          for (const other of targets.slice(0, index)) {
            const apart =
              box.x >= other.x + other.width ||
              other.x >= box.x + box.width ||
              box.y >= other.y + other.height ||
              other.y >= box.y + box.height;
            expect(apart, `${JSON.stringify(box)} and ${JSON.stringify(other)}`).toBe(true);
          }
        });
        expect(
          await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
        ).toBe(0);
      });
    }
  }

  test('the map of upcoming research is 1100 by 400 pixels where there is room', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/upcoming-research');
    expect(await page.locator('.map__box').boundingBox()).toMatchObject({ width: 1100, height: 400 });
  });
});

test('a typed place leads to the nearest site and its sign-up', async ({ page }) => {
  await page.goto('/vlu');
  await page.getByLabel('City or ZIP Code').fill('44106');
  await page.getByRole('button', { name: 'Find the Nearest Site' }).click();
  const nearest = page.locator('.nearest__answer');
  await expect(nearest).toContainText(/The nearest site is Cleveland, OH.*, about \d+ miles? away/);
  await expectAccessible(page);
  await nearest.getByRole('link', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL(/\/enroll\/STU01014\/ps\?city=Cleveland/);
});

for (const [path, number] of [
  ['/study/NCT04611802', 'STU01009'],
  ['/vlu', 'STU01014'],
  ['/study/STU01014', 'STU01014'],
]) {
  test(`${path} opened near a ZIP code has the nearest site selected for sign-up`, async ({ page }) => {
    await page.goto(`${path}?near=44106&in=UNITED+STATES`);
    const card = page.locator('.sign-up-card');
    await expect(card).toContainText('Site: Cleveland');
    const signUp = card.getByRole('link', { name: /^(Check If I Can Join|Sign Up Before It Starts)$/ });
    await expect(signUp).toHaveAttribute('href', new RegExp(`^/enroll/${number}/ps\\?city=Cleveland`));
    await expectAccessible(page);
  });
}

test('a registry study has a map whose markers link to its list', async ({ page }) => {
  const drawing = page.waitForResponse(/\/assets\/basemap-[\w-]+\.svg$/);
  await page.goto('/study/NCT05085366');
  const map = page.getByRole('group', { name: /^Map of \d+ sites/ });
  await expect(map).toBeVisible();
  expect((await drawing).status()).toBe(200);
  const marker = map.getByRole('link').last();
  await tabTo(page, marker);
  await page.keyboard.press('Enter');
  const panel = page.locator('.map__group:target');
  await expect(panel).toBeVisible();
  await expectAccessible(page);
  const link = panel.locator('a[href^="#site-"]').last();
  const place = page.locator((await link.getAttribute('href')) ?? '');
  await link.click();
  await expect(place).toBeInViewport();
});

test('the map is drawn, and passes axe with the list of a count open', async ({ page }) => {
  const drawing = page.waitForResponse(/\/assets\/basemap-[\w-]+\.svg$/);
  await page.goto('/study/NCT04611802');
  expect((await drawing).status()).toBe(200);
  await page.locator('.map__marker[href^="#near-"]').first().click();
  await expect(page.locator('.map__group:target')).toBeVisible();
  await expectAccessible(page);
});

for (const path of ['/study/NCT04611802', '/upcoming-research', '/study/NCT05085366']) {
  test(`the map of ${path} starts at zoom level 4, and is zoomed and moved by keyboard`, async ({ page }) => {
    await page.goto(path);
    await expectAlive(page);
    const ground = page.locator('.map__ground');
    const view = async () => ((await ground.getAttribute('viewBox')) ?? '').split(' ').map(Number);
    const zoomIn = page.getByRole('button', { name: 'Zoom In' });
    await expect(zoomIn).toBeVisible();
    const [, , width = 0] = await view();
    expect(width).toBe(path === '/upcoming-research' ? 1100 : 720);
    await tabTo(page, zoomIn);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await view())[2]).toBe(width / 2);
    const status = page.getByText(/^Zoom level 5\. \d+ of \d+ sites? in view\.$/);
    await expect(status).toHaveAttribute('role', 'status');
    await page.keyboard.press('-');
    await expect.poll(async () => (await view())[2]).toBe(width);
    // The way to the button led over numbers, which moved into view.
    const [left = 0] = await view();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await view())[0]).toBeGreaterThan(left);
    await tabTo(page, page.getByRole('button', { name: 'Show All Sites' }));
    await page.keyboard.press('Enter');
    const total = await page.locator('.map__dot').count();
    await expect(page.getByText(`${total} of ${total} site`)).toBeAttached();
    await expectAccessible(page);
    for (const button of await page
      .getByRole('group', { name: 'Move and Zoom the Map' })
      .locator('button')
      .all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
  });
}

test('a number out of view moves into view when it gets the focus', async ({ page }) => {
  await page.goto('/study/NCT04611802');
  await expectAlive(page);
  const marker = page.locator('.map__marker[aria-label*="Honolulu"]');
  await expect(marker).not.toBeInViewport();
  await tabTo(page, marker);
  await expect(marker).toBeInViewport();
});

async function tabToMarker(page: Page, number: number): Promise<void> {
  await tabTo(page, page.locator(`.map__marker[href="#place-${number}"]`));
}

import { expect, expectAccessible, expectAlive, test } from './support/page';

for (const path of ['/signup', '/participate']) {
  test(`${path} leads to the default study's sign-up`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL('/enroll/STU01009');
  });
}

test.describe('what is not there', () => {
  test.use({ expectedErrors: [/404/] });

  test('an address that leads nowhere says Not Found', async ({ page }) => {
    const answer = await page.goto('/nowhere/at/all');
    expect(answer?.status()).toBe(404);
    await expect(page.getByText('Not Found').first()).toBeVisible();
    await expectAccessible(page);
  });

  test('a thank-you page of somebody else shows no number', async ({ page }) => {
    await page.goto('/thankyou/PT000000000000');
    await expect(page.getByText('Not Found').first()).toBeVisible();
    await expect(page.getByText('PT000000000000')).toBeHidden();
    await expectAccessible(page);
  });
});

test.describe('the page of a demo', () => {
  const THERE = 'https://demo.waypoint.example/request';
  test.use({ expectedStrangers: [THERE] });

  test('says that it goes on, and goes on to the page of the provider', async ({ page }) => {
    // An answer without content leaves the visitor where they are.
    await page.route(THERE, (route) => route.fulfill({ status: 204 }));
    const asked = page.waitForRequest(THERE);
    await page.goto('/demo', { waitUntil: 'commit' });
    await asked;
    await expect(page.getByText('Please wait ... redirecting to our website')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to the Page' })).toBeVisible();
    await expectAccessible(page);
  });
});

test('a film is loaded when somebody asks for it, in the place of its picture', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('link', { name: 'Play the Video' }).click();
  const film = page.locator('iframe');
  await expect(film).toHaveAttribute('src', 'https://video.partner.example/embed/how-waypoint-works');
  await expect(film).toHaveAttribute('title', 'Video: How Waypoint Works');
  await expect(film).toBeFocused();
  await expectAccessible(page);
});

test('the loading page shows six pictures in turn, or one where nothing may move', async ({ page }) => {
  await page.goto('/loading/');
  await expect(page.getByRole('heading', { name: 'One Moment, Please' })).toBeVisible();
  const pictures = page.locator('main img');
  expect(await pictures.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const drawing = await (await page.request.get('/loading.svg')).text();
  expect(drawing.match(/<g class="picture">/g)).toHaveLength(6);
  expect(drawing).toContain('animation:turn 18s step-end infinite');
  expect(drawing).toContain('@media (prefers-reduced-motion:reduce){.picture{animation:none}');
});

test('the address of an answer opens it', async ({ page }) => {
  await page.goto('/#faq-placebo');
  await expect(page.getByText('A placebo looks like the study treatment')).toBeInViewport();
  await expect(page.getByText('Could I get a placebo?')).toBeInViewport();
  await expect(page.getByText('You pay nothing to find a trial')).toBeHidden();
});

test.describe('what scrolls sideways', () => {
  test('moves 300 pixels a step, or stands whole where it fits', async ({ page, viewport }) => {
    // A step arrives at once.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await expectAlive(page);
    const track = page.getByRole('region', { name: 'Testimonials' });
    const next = page.getByRole('button', { name: 'Next Testimonials' });
    const back = page.getByRole('button', { name: 'Previous Testimonials' });
    const at = () => track.evaluate((element) => Math.round(element.scrollLeft));
    if ((viewport?.width ?? 0) > 900) {
      await expect(next).toBeHidden();
      return;
    }
    // Its parts are narrower on a phone than a step: wherever they snap, it is not there.
    await page.setViewportSize({ width: 320, height: 844 });
    const end = await track.evaluate((element) => element.scrollWidth - element.clientWidth);
    await expect(back).toHaveAttribute('aria-disabled', 'true');
    await next.click();
    await expect.poll(at).toBe(Math.min(300, end));
    await expect(next).toHaveAttribute('aria-disabled', String(end <= 300));
    await expect(next).toBeFocused();
    await back.click();
    await expect.poll(at).toBe(0);
    await expectAccessible(page);
  });
});

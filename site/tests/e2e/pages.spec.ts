import { expect, expectAccessible, expectAlive, test } from './support/page';

for (const path of ['/signup', '/participate']) {
  test(`${path} leads to the default study's sign-up`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL('/enroll/STU01009');
  });
}

test.describe('a missing page', () => {
  test.use({ expectedErrors: [/404/] });

  test('an unknown address says Not Found', async ({ page }) => {
    const answer = await page.goto('/nowhere/at/all');
    expect(answer?.status()).toBe(404);
    await expect(page.getByText('Not Found').first()).toBeVisible();
    await expectAccessible(page);
  });

  test('a thank-you page of another person shows no participant ID', async ({ page }) => {
    await page.goto('/thankyou/PT000000000000');
    await expect(page.getByText('Not Found').first()).toBeVisible();
    await expect(page.getByText('PT000000000000')).toBeHidden();
    await expectAccessible(page);
  });
});

test.describe('the page of a demo', () => {
  const PROVIDER = 'https://demo.waypoint.example/request';
  test.use({ expectedStrangers: [PROVIDER] });

  test('announces the redirect, and goes to the provider’s page', async ({ page }) => {
    // An empty response leaves the visitor on the page.
    await page.route(PROVIDER, (route) => route.fulfill({ status: 204 }));
    const request = page.waitForRequest(PROVIDER);
    await page.goto('/demo', { waitUntil: 'commit' });
    await request;
    await expect(page.getByText('Please wait ... redirecting to our website')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to the Page' })).toBeVisible();
    await expectAccessible(page);
  });
});

test('a film loads in place of its picture when the visitor clicks it', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('link', { name: 'Play the Video' }).click();
  const film = page.locator('iframe');
  await expect(film).toHaveAttribute('src', 'https://video.partner.example/embed/how-waypoint-works');
  await expect(film).toHaveAttribute('title', 'Video: How Waypoint Works');
  await expect(film).toBeFocused();
  await expectAccessible(page);
});

test('the loading page shows six pictures in turn, or one with reduced motion', async ({ page }) => {
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
  await expect(page.getByText('Using this site is free')).toBeHidden();
});

test.describe('a horizontal scroller', () => {
  test('moves 300 pixels per step, or shows everything where it fits', async ({ page, viewport }) => {
    // Steps are instant with reduced motion.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await expectAlive(page);
    const track = page.getByRole('region', { name: 'Testimonials' });
    const next = page.getByRole('button', { name: 'Next Testimonials' });
    const back = page.getByRole('button', { name: 'Previous Testimonials' });
    const position = () => track.evaluate((element) => Math.round(element.scrollLeft));
    if ((viewport?.width ?? 0) > 900) {
      await expect(next).toBeHidden();
      return;
    }
    // On a phone its items are narrower than a step, so snap points don't match steps.
    await page.setViewportSize({ width: 320, height: 844 });
    const end = await track.evaluate((element) => element.scrollWidth - element.clientWidth);
    await expect(back).toHaveAttribute('aria-disabled', 'true');
    await next.click();
    await expect.poll(position).toBe(Math.min(300, end));
    await expect(next).toHaveAttribute('aria-disabled', String(end <= 300));
    await expect(next).toBeFocused();
    await back.click();
    await expect.poll(position).toBe(0);
    await expectAccessible(page);
  });
});

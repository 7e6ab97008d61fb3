import { expect, test } from './support/test';

const SEARCH = '/results?q=cancer&in=UNITED+STATES';

test('a search from the home page leads to a study, whose page is hydrated', async ({ visitor }) => {
  await visitor.open('/');
  await visitor.untilAlive('search-box');
  await visitor.fill('Condition', 'covid-19');
  await visitor.driver.press('Enter');
  await visitor.untilAddress('/results');
  await visitor.untilText('Number of Clinical trials - ');
  await visitor.click('link', 'vaccine to help prevent COVID-19');
  await visitor.untilAddress('/study/NCT04611802');
  await visitor.untilAlive('save-print-share');
  await visitor.untilSees('link', 'Check If I Can Join');
  expect(await visitor.text()).not.toContain('Loading ...');
});

test('a registry study is looked up when a search leads to it', async ({ visitor }) => {
  await visitor.open('/results?q=asthma&in=UNITED+STATES');
  await visitor.untilText('Number of Clinical trials - ');
  const [name, path] = await visitor.driver.run<[string, string]>(
    `const links = Array.from(document.querySelectorAll('.study-card__link'));
    const last = links.filter((link) => /^.study.NCT/.test(link.getAttribute('href'))).pop();
    return [last.textContent.trim(), last.getAttribute('href')];`,
  );
  await visitor.click('link', name);
  await visitor.untilAddress(path);
  await visitor.untilAlive('study');
  await visitor.untilText('Where It Takes Place');
  expect(await visitor.text()).not.toContain('Loading ...');
});

test('results are filtered, and Back from a study returns to the same place in them', async ({ visitor }) => {
  await visitor.open(`${SEARCH}&age=50`);
  await visitor.untilText('Number of Clinical trials - ');
  const link = 'document.querySelectorAll(".study-card__link")[5]';
  const [name, path] = await visitor.driver.run<[string, string]>(
    `return [${link}.textContent.trim(), ${link}.getAttribute('href')]`,
  );
  await visitor.driver.run(`${link}.scrollIntoView({ block: 'center' }); return true`);
  const before = await visitor.driver.run<number>(`return ${link}.getBoundingClientRect().top`);
  await visitor.click('link', name);
  await visitor.untilAddress(path);
  await visitor.driver.back();
  await visitor.untilText('Number of Clinical trials - ');
  await visitor.until('the focus on the link', `return document.activeElement === ${link}`);
  expect(await visitor.address()).toBe(`${SEARCH}&age=50`);
  const after = await visitor.driver.run<number>(`return ${link}.getBoundingClientRect().top`);
  expect(Math.abs(after - before)).toBeLessThanOrEqual(3);
});

for (const path of ['/', SEARCH, '/study/STU01014', '/enroll/STU01014']) {
  test(`${path} fits every phone, with Sign Up in the window`, async ({ visitor, narrowest }) => {
    await visitor.open(path);
    await visitor.driver.run('return document.fonts.ready.then(() => true)');
    for (let width = narrowest; width <= 470; width += 15) {
      await visitor.driver.resize(width, 844);
      const button = await visitor.driver.run<{ right: number; window: number; row: boolean } | null>(
        `const box = (part) => document.querySelector(part).getBoundingClientRect();
        const button = document.querySelector('.site-nav > .button');
        if (!button) { return null; }
        const brand = box('.brand');
        const row = Math.abs(brand.top + brand.bottom - button.getBoundingClientRect().top - button.getBoundingClientRect().bottom) < 4;
        return { right: button.getBoundingClientRect().right, window: innerWidth, row };`,
      );
      expect(await visitor.overflow(), `${width} pixels`).toBeLessThanOrEqual(0);
      if (button) {
        expect(button.right, `${width} pixels`).toBeLessThanOrEqual(button.window);
        expect(button.row, `${width} pixels`).toBe(true);
      }
    }
  });
}

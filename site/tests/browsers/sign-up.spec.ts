import type { TestInfo } from '@playwright/test';
import { adult, child, signUp } from './support/sign-up';
import { expect, test } from './support/test';
import type { Visitor } from './support/visitor';

const THANK_YOU = /^\/thankyou\/PT[0-9A-Z]{12}$/;

function emailOf(who: string, info: TestInfo): string {
  return `${who}-${info.project.name.replace(' ', '-')}-${Date.now()}@example.org`;
}

/** Removes the sign-up from the browser, which the next test uses, too. */
async function forget(visitor: Visitor): Promise<void> {
  await visitor.click('button', 'Forget My Sign-Up Here');
  await visitor.untilText('Nothing Is Kept Here');
}

test('an adult signs up from a study, up to the thank-you page', async ({ visitor }, info) => {
  const email = emailOf('maria', info);
  await visitor.open('/study/NCT04611802');
  await visitor.click('link', 'Check If I Can Join');
  await visitor.untilAddress('/enroll/');
  await signUp(visitor, adult(email));
  expect(await visitor.address()).toMatch(THANK_YOU);
  await visitor.untilText(`We sent a link to ${email}`);
  await forget(visitor);
});

test('a second person signs up with the same address', async ({ visitor }, info) => {
  const email = emailOf('couple', info);
  const numbers: string[] = [];
  for (const name of ['Rosa', 'Joseph']) {
    await visitor.open('/enroll/STU01009');
    const person = adult(email);
    await signUp(visitor, { ...person, fields: { ...person.fields, 'First Name': name } });
    numbers.push(await visitor.address());
    await forget(visitor);
  }
  expect(numbers.every((number) => THANK_YOU.test(number))).toBe(true);
  expect(numbers[0]).not.toBe(numbers[1]);
});

test('a parent signs up a child', async ({ visitor }, info) => {
  await visitor.open('/enroll/STU01028');
  await signUp(visitor, child(emailOf('parent', info)));
  await visitor.untilText('The participant ID of the person you signed up is');
  await forget(visitor);
});

test('a parent signs up a child by keyboard alone', async ({ keyboard }, info) => {
  await keyboard.open('/enroll/STU01028');
  await signUp(keyboard, child(emailOf('keyboard-parent', info)));
  await keyboard.untilText('The participant ID of the person you signed up is');
  await forget(keyboard);
});

test('an adult signs up by keyboard alone', async ({ keyboard }, info) => {
  await keyboard.open('/enroll/STU01009');
  await signUp(keyboard, adult(emailOf('keyboard', info)));
  expect(await keyboard.address()).toMatch(THANK_YOU);
  await forget(keyboard);
});

import { expectAccessible } from './accessible';
import type { Visitor } from './visitor';

/** The input of a sign-up. The form asks for parts of it at a time, in its own order. */
export type Person = {
  /** The button that says who is being signed up. */
  personButton: 'Sign Up for Myself' | 'Sign Up for Someone I Care For';
  /** The answers to the study's questions, in order. */
  answers: readonly ('True' | 'False')[];
  /** The values of text fields and selects, by label. */
  fields: Record<string, string>;
  /** The labels of the checkboxes and radio buttons to select. */
  choices: readonly string[];
};

/** An adult, with the answers that STU01009 expects. */
export function adult(email: string): Person {
  return {
    personButton: 'Sign Up for Myself',
    answers: ['True', 'False', 'False', 'False', 'False'],
    fields: {
      'First Name': 'Maria',
      'Last Name': 'Sample',
      Month: '3',
      Day: '27',
      Year: '1956',
      Email: email,
      'Phone Number': '216 555 0134',
      City: 'Cleveland',
      'ZIP Code': '44106',
      'Health Condition': 'Floccinaucinitis',
    },
    choices: ['Female', 'English', 'Asian', 'Never'],
  };
}

/** A two-year-old child, signed up by a parent, with the answers that STU01028 expects. */
export function child(email: string): Person {
  return {
    personButton: 'Sign Up for Someone I Care For',
    answers: ['True', 'True', 'True'],
    fields: {
      'Their First Name': 'Leo',
      'Their Last Name': 'Sample',
      Month: 'January',
      Day: '1',
      Year: String(new Date().getFullYear() - 2),
      'Your Full Name': 'Ana Sample',
      'Your Email': email,
      'Your Phone Number': '216.555.0134 #12',
      City: 'Cleveland',
      'ZIP Code': '44106',
      'Their Health Condition': 'Congenital hyperinsulinism',
    },
    choices: ['Male', 'I am their parent', 'English', 'Asian'],
  };
}

/** The buttons that continue, from the last to the first. */
const CONTINUE_BUTTONS = ['I acknowledge and accept', 'Complete Sign Up', 'Continue', 'NEXT'];
/** Words of the required boxes. */
const CONSENTS = ['I have read the privacy notice', 'collects the health data', 'shares this health data'];
const ROBOT = 'I am not a robot';
/** The maximum number of screens of a sign-up. A phone shows one question at a time. */
const MAX_SCREENS = 30;

/** Completes an open sign-up, up to its thank-you page. Checks the accessibility of each screen. */
export async function signUp(visitor: Visitor, person: Person): Promise<void> {
  await visitor.untilAlive('enroll');
  for (let screen = 0; screen < MAX_SCREENS; screen += 1) {
    if ((await visitor.address()).startsWith('/thankyou/')) {
      await visitor.untilText('Thank you for signing up!');
      await expectAccessible(visitor);
      return;
    }
    const before = await visitor.screen();
    await answerScreen(visitor, person);
    await expectAccessible(visitor);
    await goOn(visitor, before, person);
  }
  throw new Error(`the sign-up did not reach its end:\n${await visitor.outline()}`);
}

/** Gives each missing answer that the screen asks for. */
async function answerScreen(visitor: Visitor, person: Person): Promise<void> {
  for (const [index, name] of person.answers.entries()) {
    const answer = { name, group: `Question ${index + 1} of ${person.answers.length}` };
    if (await visitor.isUnchosen(answer)) {
      await visitor.click('option', answer);
    }
  }
  for (const [label, text] of Object.entries(person.fields)) {
    if (await visitor.isEmpty(label)) {
      await visitor.fill(label, text);
    }
  }
  for (const label of [...person.choices, ...CONSENTS]) {
    if (await visitor.isUnchosen(label)) {
      await visitor.click('option', label);
    }
  }
  if (await visitor.isUnchosen(ROBOT)) {
    await visitor.click('option', ROBOT);
    await visitor.untilText('Done. Thank you.');
  }
}

/** Continues to the next screen, and waits for it. */
async function goOn(visitor: Visitor, before: string, person: Person): Promise<void> {
  let button: string | undefined;
  // A single question may continue by its answer, and a dialog may show its button with a delay.
  await visitor.untilTrue('a button to continue', async () => {
    for (const name of [...CONTINUE_BUTTONS, person.personButton]) {
      if (await visitor.sees('button', name)) {
        button = name;
        return true;
      }
    }
    return (await visitor.screen()) !== before;
  });
  if (button) {
    const shown = await visitor.screen();
    await visitor.click('button', button);
    await visitor.untilAfter(shown);
  }
}

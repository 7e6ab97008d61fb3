import { expectAccessible } from './accessible';
import type { Visitor } from './visitor';

/** What a person says in a sign-up. The form asks for parts of it at a time, in its own order. */
export type Person = {
  /** The button that says for whom the sign-up is. */
  whom: 'Sign Up for Myself' | 'Sign Up for Someone I Care For';
  /** The answers to the study's questions, in their order. */
  answers: readonly ('True' | 'False')[];
  /** What is typed or chosen in a list, by its label. */
  fields: Record<string, string>;
  /** The choices that are made, by their label. */
  choices: readonly string[];
};

/** A grown-up who signs up for themselves, with the answers that STU01009 expects. */
export function grownUp(email: string): Person {
  return {
    whom: 'Sign Up for Myself',
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

/** A child of two, signed up by a parent, with the answers that STU01028 expects. */
export function child(email: string): Person {
  return {
    whom: 'Sign Up for Someone I Care For',
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

/** What leads on, from what comes last to what comes first. */
const ONWARD = ['I acknowledge and accept', 'Complete Sign Up', 'Continue', 'NEXT'];
const ROBOT = 'I am not a robot';
/** How many screens a sign-up has at most; a phone shows a question at a time. */
const MOST_SCREENS = 30;

/** Goes through a sign-up that is open, to its thank-you page. Each screen on the way has to be accessible. */
export async function signUp(visitor: Visitor, person: Person): Promise<void> {
  await visitor.untilAlive('enroll');
  for (let screen = 0; screen < MOST_SCREENS; screen += 1) {
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
  throw new Error(`the sign-up came to no end:\n${await visitor.outline()}`);
}

/** Gives each answer that the screen asks for and does not have yet. */
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
  for (const label of [...person.choices, '(required)']) {
    if (await visitor.isUnchosen(label)) {
      await visitor.click('option', label);
    }
  }
  if (await visitor.isUnchosen(ROBOT)) {
    await visitor.click('option', ROBOT);
    await visitor.untilText('Done. Thank you.');
  }
}

/** Leads on to the next screen, and waits until it is there. */
async function goOn(visitor: Visitor, before: string, person: Person): Promise<void> {
  let onward: string | undefined;
  // A question that stands alone may lead on by its answer, and a dialog may show its button a moment later.
  await visitor.untilTrue('a way on', async () => {
    for (const name of [...ONWARD, person.whom]) {
      if (await visitor.sees('button', name)) {
        onward = name;
        return true;
      }
    }
    return (await visitor.screen()) !== before;
  });
  if (onward) {
    const shown = await visitor.screen();
    await visitor.click('button', onward);
    await visitor.untilAfter(shown);
  }
}

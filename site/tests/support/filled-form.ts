import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Chooses to sign up for oneself. */
export async function signUpMyself(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Up for Myself' }));
}

/** Answers every question with True and continues. */
export async function passPrescreening(): Promise<void> {
  for (const answer of await screen.findAllByRole('radio', { name: 'True' })) {
    await userEvent.click(answer);
  }
  await userEvent.click(screen.getByRole('button', { name: 'NEXT' }));
  await screen.findByRole('heading', { name: 'Your Details' });
}

/** Fills in every required field as Maria Sample. */
export async function fillIn(): Promise<void> {
  const type = async (label: RegExp | string, text: string) => {
    const field = screen.getByRole('textbox', { name: label });
    await userEvent.clear(field);
    await userEvent.type(field, text);
  };
  const choose = async (group: string, answer: string) => {
    const choices = within(screen.getByRole('group', { name: group }));
    await userEvent.click(choices.getByLabelText(answer));
  };
  await type('First Name', 'Maria');
  await type('Last Name', 'Sample');
  await type('Month', '3');
  await type('Day', '27');
  await type('Year', '1956');
  await choose('Gender at Birth', 'Female');
  await type('Email', 'maria@example.org');
  await type('Phone Number', '216 555 0134');
  await choose('Primary Language', 'Spanish');
  await type('City', 'Cleveland');
  await type('ZIP Code', '44106');
  await choose('What Is Your Race?', 'Asian');
  await choose('What Is Your Race?', 'White');
  await type('Health Condition', 'Leg ulcer');
  await choose('Smoking Status', 'Never');
}

/** Ticks the required boxes. */
export async function consent(): Promise<void> {
  for (const box of screen.getAllByRole('checkbox', { name: /\(required\)/ })) {
    await userEvent.click(box);
  }
}

/** Solves the captcha. */
export async function solveCaptcha(): Promise<void> {
  await userEvent.click(screen.getByRole('checkbox', { name: 'I am not a robot' }));
  await screen.findByText('Done. Thank you.');
}

/** Sends the form. */
export async function complete(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Complete Sign Up' }));
}

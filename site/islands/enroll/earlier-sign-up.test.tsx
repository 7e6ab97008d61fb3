import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { problem, type Reply, unreachable } from '../../tests/support/fake-backend';
import { passPrescreening, signUpMyself } from '../../tests/support/filled-form';
import { enrollProps } from '../../tests/support/samples';
import { OWN_DRAFT, signUpBackend } from '../../tests/support/sign-up-backend';
import { rememberSentForm, sentForm } from '../backend/sent-form';
import { Enroll } from './enroll';

let leave: Mock<typeof location.assign>;

beforeEach(() => {
  leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
});

const signedUp = (acknowledged: boolean, study_number = 'STU02001') => ({
  data: { pt_id: 'PT0123456789AB', study_number, acknowledged },
});
const earlier = (acknowledged: boolean, study_number?: string) => ({
  'GET /backend/participant': () => signedUp(acknowledged, study_number),
});

/** A server that replies to the lookup of an earlier sign-up when told to. */
function slowLookup() {
  let end = (_: unknown): void => {};
  const reply = new Promise((resolve) => {
    end = resolve;
  });
  const backend = signUpBackend({ 'GET /backend/participant': () => reply });
  return { backend, end };
}

describe('the lookup of an earlier sign-up', () => {
  it('shows the first question during the lookup, and uses its answer if nothing is found', async () => {
    const { backend, end } = slowLookup();
    render(<Enroll {...enrollProps()} />);
    await userEvent.click(screen.getByRole('button', { name: 'Sign Up for Someone I Care For' }));
    expect(screen.getByText('Loading ...')).toBeTruthy();
    expect(backend.to('/backend/draft')).toHaveLength(0);
    end({ data: null, draft: null });
    expect(await screen.findByText('They are 18 years old or older.')).toBeTruthy();
    expect(backend.to('/backend/draft')[0]?.body).toMatchObject({
      form: { signing_up_for: 'someone_else' },
    });
  });

  it('replaces the first question by the sign-up that it finds, whatever was pressed', async () => {
    const { backend, end } = slowLookup();
    render(<Enroll {...enrollProps()} />);
    await userEvent.click(screen.getByRole('button', { name: 'Sign Up for Someone I Care For' }));
    end(signedUp(true));
    expect(await screen.findByRole('link', { name: 'Show the Sign Up' })).toBeTruthy();
    expect(backend.to('/backend/draft')).toHaveLength(0);
  });

  it('keeps the pressed button when it ends', async () => {
    const { backend, end } = slowLookup();
    render(<Enroll {...enrollProps()} />);
    const button = screen.getByRole('button', { name: 'Sign Up for Myself' });
    end({ data: null, draft: null });
    await waitFor(() => expect(backend.to('/backend/questiongroup')).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Sign Up for Myself' })).toBe(button);
  });
});

describe('an earlier sign-up of this browser', () => {
  it('opens the notice at once when the address asks for it', async () => {
    history.replaceState(null, '', '/enroll/STU02001#notice');
    signUpBackend(earlier(false));
    render(<Enroll {...enrollProps()} />);
    expect(await screen.findByRole('button', { name: 'I acknowledge and accept' })).toBeTruthy();
    history.replaceState(null, '', '/');
  });

  it('continues with the notice if it is not accepted yet', async () => {
    const backend = signUpBackend(earlier(false));
    render(<Enroll {...enrollProps()} />);
    expect(await screen.findByRole('heading', { name: 'One Step Is Left' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Read the Privacy Notice' }));
    await userEvent.click(await screen.findByRole('button', { name: 'I acknowledge and accept' }));
    await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/thankyou/PT0123456789AB'));
    expect(backend.to('/backend/acknowledge')[0]?.body).toMatchObject({ sysId: 'PT0123456789AB' });
  });

  it('that is not accepted can be replaced by a new one', async () => {
    const backend = signUpBackend(earlier(false));
    render(<Enroll {...enrollProps()} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Begin a New Sign Up' }));
    await signUpMyself();
    await passPrescreening();
    expect(screen.queryByRole('heading', { name: 'One Step Is Left' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Your Details' })).toBeTruthy();
    expect(backend.to('/backend/acknowledge')).toHaveLength(0);
  });

  it('is shown when it is complete, with a button to sign up another person', async () => {
    signUpBackend(earlier(true));
    render(<Enroll {...enrollProps()} />);
    const link = await screen.findByRole('link', { name: 'Show the Sign Up' });
    expect(link.getAttribute('href')).toBe('/thankyou/PT0123456789AB');
    await userEvent.click(screen.getByRole('button', { name: 'Sign Up Another Person' }));
    expect(await screen.findByRole('heading', { name: 'Who Is This Sign-Up For?' })).toBeTruthy();
  });

  describe('with a draft of another person’s sign-up', () => {
    const both = (acknowledged: boolean) => ({
      'GET /backend/participant': () => ({
        ...signedUp(acknowledged),
        draft: OWN_DRAFT,
      }),
    });

    it.each([true, false])(
      'leads to the draft, and links the sign-up (accepted: %s)',
      async (acknowledged) => {
        const backend = signUpBackend(both(acknowledged));
        render(<Enroll {...enrollProps()} />);
        expect(await screen.findByText('I am 18 years old or older.')).toBeTruthy();
        const link = screen.getByRole('link', { name: 'Show that sign up' });
        expect(link.getAttribute('href')).toBe('/thankyou/PT0123456789AB');
        expect(backend.to('/backend/draft')).toEqual([]);
      },
    );

    it('still opens the notice when the address asks for it', async () => {
      history.replaceState(null, '', '/enroll/STU02001#notice');
      signUpBackend(both(false));
      render(<Enroll {...enrollProps()} />);
      expect(await screen.findByRole('button', { name: 'I acknowledge and accept' })).toBeTruthy();
      history.replaceState(null, '', '/');
    });
  });

  it('is looked up by its study, even after later sign-ups', async () => {
    const backend = signUpBackend(earlier(true));
    render(<Enroll {...enrollProps()} />);
    await screen.findByRole('link', { name: 'Show the Sign Up' });
    expect(backend.to('GET /backend/participant')[0]?.query.get('study')).toBe('STU02001');
  });

  it('for another study does not block a new sign-up', async () => {
    signUpBackend(earlier(false, 'STU02002'));
    render(<Enroll {...enrollProps()} />);
    expect(await screen.findByRole('heading', { name: 'Who Is This Sign-Up For?' })).toBeTruthy();
  });
});

describe('a failed lookup of an earlier sign-up', () => {
  const MESSAGE = 'We couldn’t load what you entered here before. Check your connection and try again.';
  const question = () => screen.findByText('I am 18 years old or older.');
  const draft = () => ({ data: null, draft: OWN_DRAFT });

  it('is repeated once, so that a single failure loses nothing', async () => {
    const replies: Reply[] = [unreachable, draft];
    signUpBackend({ 'GET /backend/participant': (call) => replies.shift()?.(call) });
    render(<Enroll {...enrollProps()} />);
    expect(await question()).toBeTruthy();
    expect(screen.queryByText(MESSAGE)).toBeNull();
  });

  it.each<[string, Reply]>([
    ['an unreachable server', unreachable],
    ['a server in trouble', () => problem(503, 'unavailable', 'Try again later.')],
  ])('by %s is shown, and trying again finds the draft', async (_, trouble) => {
    let reply = trouble;
    const backend = signUpBackend({ 'GET /backend/participant': (call) => reply(call) });
    render(<Enroll {...enrollProps()} />);
    expect(await screen.findByText(MESSAGE)).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Who Is This Sign-Up For?' })).toBeNull();
    expect(backend.to('/backend/draft')).toEqual([]);
    reply = draft;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await question()).toBeTruthy();
  });

  it('includes a sign-up whose response was lost and that can’t be recovered now', async () => {
    rememberSentForm('a'.repeat(32));
    let reply: Reply = () => problem(429, 'too_many_requests', 'Wait a moment.');
    signUpBackend({
      '/backend/participant/return': (call) => reply(call),
      'GET /backend/participant': () => (sentForm() === null ? signedUp(true) : { data: null, draft: null }),
    });
    render(<Enroll {...enrollProps()} />);
    expect(await screen.findByText(MESSAGE)).toBeTruthy();
    reply = () => ({ status: 'opened', pt_id: 'PT0123456789AB' });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('link', { name: 'Show the Sign Up' })).toBeTruthy();
  });

  it('does not block a new sign-up', async () => {
    signUpBackend({ 'GET /backend/participant': unreachable });
    render(<Enroll {...enrollProps()} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Begin a New Sign Up' }));
    expect(await screen.findByRole('heading', { name: 'Who Is This Sign-Up For?' })).toBeTruthy();
  });
});

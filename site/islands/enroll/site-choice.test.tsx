import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { complete, consent, fillIn, solveCaptcha } from '../../tests/support/filled-form';
import { enrollProps, partnerStudy, site } from '../../tests/support/samples';
import { signUpBackend } from '../../tests/support/sign-up-backend';
import { Enroll } from './enroll';

const list = () => screen.getByLabelText<HTMLSelectElement>('Your Study Site');
const beside = () => screen.getByText(/^You sign up at/).textContent;

async function open(address = '/enroll/STU02001', study = partnerStudy()) {
  history.replaceState(null, '', address);
  const backend = signUpBackend({
    '/backend/questiongroup': () => ({ result: [] }),
    '/backend/draft': () => ({ result: 'kept', errors: [] }),
  });
  render(<Enroll {...enrollProps()} study={study} />);
  await screen.findByRole('heading', { name: 'Your Details' });
  return backend;
}

it('a preselected site says so, is named next to the button, and can be changed', async () => {
  const backend = await open();
  expect(list().value).toBe('cleveland-clinic');
  expect(screen.getByText(/This is the study’s main site/)).toBeTruthy();
  expect(beside()).toContain('Cleveland, OH');
  await userEvent.click(screen.getByRole('button', { name: 'Change the Site' }));
  expect(document.activeElement).toBe(list());
  await userEvent.selectOptions(list(), 'pittsburgh-clinic');
  expect(screen.queryByText(/This is the study’s main site/)).toBeNull();
  expect(beside()).toContain('Pittsburgh, PA');
  await fillIn();
  await consent();
  await solveCaptcha();
  await complete();
  await waitFor(() => expect(backend.to('POST /backend/participant')).toHaveLength(1));
  expect(backend.to('POST /backend/participant')[0]?.body).toMatchObject({ site: 'pittsburgh-clinic' });
});

it('a site that the visitor chose before is not called the main one', async () => {
  await open('/enroll/STU02001/ps?city=Pittsburgh&state=PA&site=pittsburgh-clinic');
  expect(list().value).toBe('pittsburgh-clinic');
  expect(screen.queryByText(/main site/)).toBeNull();
});

it('offers open sites only', async () => {
  await open();
  expect([...list().options].map(({ value }) => value)).toEqual(['cleveland-clinic', 'pittsburgh-clinic']);
});

it('a study with one open site shows it next to the button, without a choice', async () => {
  await open(
    '/enroll/STU02001',
    partnerStudy({ sites: [site('Cleveland'), site('York', { takes_sign_ups: false })] }),
  );
  expect(screen.queryByLabelText('Your Study Site')).toBeNull();
  expect(beside()).toContain('Cleveland, OH');
  expect(screen.queryByRole('button', { name: 'Change the Site' })).toBeNull();
});

it('the first fields come before the ways to register, which explain themselves', async () => {
  await open();
  const ways = screen.getByRole('region', { name: 'How Do You Want to Register?' });
  const first = screen.getByLabelText('First Name');
  expect(first.compareDocumentPosition(ways) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  const connect = within(ways).getByRole('button', { name: 'Connect My EMR' });
  const described = document.getElementById(connect.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toMatch(/electronic medical record.*patient portal/);
  const pointer = screen.getByRole('link', { name: 'connect your medical records or upload a document' });
  expect(pointer.getAttribute('href')).toBe('#register-title');
});

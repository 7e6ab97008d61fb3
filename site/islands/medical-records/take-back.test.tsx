import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { problem, type Reply, unreachable } from '../../tests/support/fake-backend';
import { recordsBackend } from '../../tests/support/records-backend';
import { MedicalRecords } from './medical-records';
import { mount } from './mount';

const TOKEN = `PT0123456789AB${'0123456789abcdef'.repeat(4)}`;

async function open(reply: Reply = () => ({ result: 'withdrawn' })) {
  history.replaceState(null, '', `/medical-records#take-back=${TOKEN}`);
  const backend = recordsBackend({ '/backend/emr/takeBack': reply });
  const markup = renderToString(<MedicalRecords />);
  document.body.innerHTML = `<div id="island"><div data-root>${markup}</div><script type="application/json">{}</script></div>`;
  await act(async () => mount(document.getElementById('island') as HTMLElement));
  return backend;
}

const press = () => userEvent.click(screen.getByRole('button', { name: 'Take Back My Records' }));

it('an email link leaves the address at once, and takes nothing back before the button is pressed', async () => {
  const backend = await open();
  expect(location.href).toMatch(/\/medical-records$/);
  expect(backend.calls).toEqual([]);
  await press();
  const title = await screen.findByRole('heading', { name: 'Your Records Are Taken Back' });
  expect(document.activeElement).toBe(title);
  expect(screen.getByRole('status').textContent).toMatch(/the study team was told to erase its copy/);
  expect(backend.calls.map(({ path, body }) => [path, body])).toEqual([
    ['/backend/emr/takeBack', { token: TOKEN }],
  ]);
  expect(screen.queryByRole('button')).toBeNull();
});

it('an invalid link says so and what else to do', async () => {
  await open(() => problem(404, 'not_found', 'There is nothing here.'));
  await press();
  expect(await screen.findByText(/This link does not work, and nothing was taken back/)).toBeTruthy();
});

it('a failed attempt to take records back can be repeated', async () => {
  let reply: Reply = unreachable;
  await open((call) => reply(call));
  await press();
  expect(await screen.findByText(/Check your connection, and press the button again/)).toBeTruthy();
  reply = () => ({ result: 'withdrawn' });
  await press();
  expect(await screen.findByRole('heading', { name: 'Your Records Are Taken Back' })).toBeTruthy();
});

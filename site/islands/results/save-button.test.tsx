import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { savedStudies, setStudySaved } from '../saved/saved-studies';
import { SaveButton } from './save-button';

beforeEach(() => localStorage.clear());

function show() {
  render(<SaveButton id="NCT05000001" title="A gel for leg ulcers" />);
  return screen.getByRole('button', { name: /A gel for leg ulcers$/ });
}

describe('the save button of a study card', () => {
  it('names its study, and whether it is saved', async () => {
    const button = show();
    expect([button.textContent, button.getAttribute('aria-pressed')]).toEqual([
      'Save A gel for leg ulcers',
      'false',
    ]);
    await userEvent.click(button);
    expect([button.textContent, button.getAttribute('aria-pressed')]).toEqual([
      'Saved A gel for leg ulcers',
      'true',
    ]);
    expect(screen.getByRole('status').textContent).toContain('Kept on this device alone');
    expect(screen.getByRole('link', { name: 'saved studies' }).getAttribute('href')).toBe('/saved');
  });

  it('stores only the number, and removes it again', async () => {
    const button = show();
    await userEvent.click(button);
    expect({ ...localStorage }).toEqual({ saved_studies: '["NCT05000001"]' });
    await userEvent.click(button);
    expect(savedStudies()).toEqual([]);
    expect(screen.getByRole('status').textContent).toBe('No longer saved.');
  });

  it('shows studies that were saved before', () => {
    setStudySaved('NCT05000001', true);
    expect(show().getAttribute('aria-pressed')).toBe('true');
  });

  it('reports that the browser refuses storage', async () => {
    const refusing = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('no room');
      },
    };
    vi.stubGlobal('localStorage', refusing);
    const button = show();
    await userEvent.click(button);
    vi.unstubAllGlobals();
    expect(button.getAttribute('aria-pressed')).toBe('false');
    expect(screen.getByRole('status').textContent).toBe('This browser does not let us save anything.');
  });
});

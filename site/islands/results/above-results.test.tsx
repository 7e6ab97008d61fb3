import { cleanup, render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeBackend, problem } from '../../tests/support/fake-backend';
import { searchAnswer } from '../../tests/support/samples';
import { AGE_HELP } from '../messages/search';
import type { SearchAnswer } from '../wire/SearchAnswer';
import type { StudyCard } from '../wire/StudyCard';
import { Results } from './results';

const OWN: StudyCard = {
  kind: 'partner',
  study_number: 'STU02001',
  href: '/study/NCT05000001',
  name: 'Leg ulcers',
  title: 'A gel for leg ulcers',
  full_title: 'A gel for leg ulcers',
  description: 'Tests a gel.',
  identifier: 'NCT05000001',
  site_name: 'Lakeside Clinic',
  status: { label: 'Recruiting', tone: 'open' },
  gender: 'All',
  conditions: 'Leg ulcer',
  ages: 'above 18 years',
  fact_summary: { length: '12 weeks', visits: '16', placebo: null },
  nearest: null,
  fit: 'all',
  partner: null,
  registry_sites: null,
};

function answer(changes: Partial<SearchAnswer> = {}): SearchAnswer {
  return { ...searchAnswer(), studies: [OWN], ...changes };
}

describe('a search of a person in crisis', () => {
  it('shows phone numbers for help above the studies', () => {
    history.replaceState(null, '', '/results?q=suicidal+thoughts&in=USA');
    render(<Results answer={answer({ crisis_help: 'In a crisis, call or text 988.' })} />);
    const note = screen.getByText(/^In a crisis, call or text 988\./);
    expect(within(note).getByRole('link', { name: 'Call 988' }).getAttribute('href')).toBe('tel:988');
    expect(screen.getAllByRole('article')).toHaveLength(1);
    cleanup();
    render(<Results answer={answer()} />);
    expect(screen.queryByRole('link', { name: 'Call 988' })).toBeNull();
  });
});

describe('values of the address that could not be read', () => {
  it('are named with what to write instead, and stay in the filters', () => {
    history.replaceState(null, '', '/results?q=ulcer&in=USA&age=abc&within=far&gender=female&page=two');
    const unreadable = { age: 'abc', within: 'far', page: 'two' };
    render(<Results answer={answer({ page: 1, pages: 2 })} unreadable={unreadable} />);
    const words = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(words).toContain(`Your Age: “abc”. ${AGE_HELP}`);
    expect(words.some((text) => text?.startsWith('Distance: “far”. Choose a distance'))).toBe(true);
    expect(words.some((text) => text?.startsWith('Page: “two”. Page numbers start at 1.'))).toBe(true);
    expect(screen.getAllByRole('article')).toHaveLength(1);
    const age = screen.getByLabelText<HTMLInputElement>('Your Age');
    expect([age.value, age.getAttribute('aria-invalid')]).toEqual(['abc', 'true']);
    const next = screen.getByRole('link', { name: 'Next' }).getAttribute('href');
    expect(next).toBe(
      '/results?q=ulcer&in=USA&gender=female&page=2'.replace('USA', answer().in.replace(' ', '+')),
    );
  });

  it('are named on a page that the server didn’t fill, too', async () => {
    history.replaceState(null, '', '/results?q=ulcer&in=USA&age=abc&gender=female&page=two');
    const errors = ['age', 'page'].map((field) => ({ field, message: 'This value can’t be used.' }));
    const backend = fakeBackend({
      '/backend/search': ({ query }) =>
        query.has('age') || query.has('page')
          ? problem(400, 'query_invalid', 'age must be a number.', { errors })
          : answer({ page: 1, pages: 2 }),
    });
    render(<Results />);
    expect(await screen.findByText(/^We couldn’t use everything/)).toBeTruthy();
    const words = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(words).toContain(`Your Age: “abc”. ${AGE_HELP}`);
    expect(words.some((text) => text?.startsWith('Page: “two”.'))).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Your Age').value).toBe('abc');
    const next = screen.getByRole('link', { name: 'Next' }).getAttribute('href');
    expect(next).toMatch(/gender=female&page=2$/);
    expect(backend.calls.map(({ query }) => query.get('gender'))).toEqual(['female', 'female']);
  });

  it('are not mentioned if there are none', () => {
    history.replaceState(null, '', '/results?q=ulcer&in=USA');
    render(<Results answer={answer()} />);
    expect(screen.queryByText(/^We couldn’t use/)).toBeNull();
  });
});

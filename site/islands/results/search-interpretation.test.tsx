import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { searchAnswer } from '../../tests/support/samples';
import type { Understood } from '../wire/Understood';
import { AboutSearch, SearchInterpretation } from './search-interpretation';

const LUNG = { typed: 'lung cacner', meant: ['lung cancer'], guessed: true, is_alternative: false };
const WOMEN = { name: 'gender', value: 'female', label: 'Female' };
const NEAR = {
  name: 'near',
  value: 'Cleveland, Ohio, United States',
  label: 'Near Cleveland, Ohio, United States',
};
const WITHIN = { name: 'within', value: '50', label: 'Within 50 miles' };

function show(understood: Partial<Understood>) {
  const answer = searchAnswer();
  const complete = { ...answer.understood, condition: 'lung cacner', parts: [LUNG], ...understood };
  const { container } = render(
    <>
      <SearchInterpretation answer={{ ...answer, understood: complete }} embedded={false} />
      <p>THE LIST</p>
      <AboutSearch answer={{ ...answer, understood: complete }} embedded={false} />
    </>,
  );
  return container.textContent;
}

function addressOf(name: RegExp): Record<string, string> {
  const address = screen.getByRole('link', { name }).getAttribute('href') ?? '';
  return Object.fromEntries(new URL(address, 'http://localhost').searchParams);
}

describe('the interpretation of a search', () => {
  it('is shown next to the typed text, with the narrower conditions that were also searched', () => {
    const text = show({ also: ['small cell lung cancer', 'adenocarcinoma of lung'], words: ['walking'] });
    expect(text).toContain('We searched for lung cancer (you typed “lung cacner”) with the words “walking”.');
    expect(text).toContain('We also searched for small cell lung cancer, adenocarcinoma of lung.');
  });

  it('is above the list only if it differs from the typed text', () => {
    const asthma = { typed: 'asthma', meant: ['Asthma'], guessed: false, is_alternative: false };
    expect(show({})).toMatch(/We searched for lung cancer .*THE LIST/);
    expect(show({ condition: 'asthma', parts: [asthma], also: ['status asthmaticus'] })).toMatch(
      /^THE LISTWe searched for Asthma\. Search only for the words “asthma”We also searched for/,
    );
    expect(show({ condition: 'asthma', parts: [asthma], unknown: ['xyz'] })).toMatch(/^No study has “xyz”/);
  });

  it('can be replaced by the typed words, and restored', () => {
    show({});
    expect(addressOf(/Search only for the words/)).toEqual({
      q: 'lung cacner',
      in: 'UNITED STATES',
      exactly: 'words',
    });
    const text = show({ exactly: true, parts: [] });
    expect(text).toContain('We searched for the words lung cacner.');
    expect(addressOf(/what the words mean/)).toEqual({ q: 'lung cacner', in: 'UNITED STATES' });
  });

  it('lets each filter be removed, and removes the distance together with its place', () => {
    show({ condition: 'lung cancer', filters: [WOMEN, NEAR, WITHIN] });
    expect(addressOf(/^Female/)).toMatchObject({ q: 'lung cancer', near: NEAR.value, within: '50' });
    expect(addressOf(/^Female/)).not.toHaveProperty('gender');
    expect(addressOf(/^Near Cleveland/)).toEqual({
      q: 'lung cancer',
      in: 'UNITED STATES',
      gender: 'female',
    });
  });

  it('lets each biomarker be removed, unless the search has nothing else', () => {
    const her2 = { label: 'HER2-positive', without: 'breast cancer' };
    show({ condition: 'HER2+ breast cancer', markers: [her2], filters: [WOMEN] });
    expect(addressOf(/^HER2-positive/)).toEqual({
      q: 'breast cancer',
      in: 'UNITED STATES',
      gender: 'female',
    });
    expect(addressOf(/^Female/)).toEqual({ q: 'HER2+ breast cancer', in: 'UNITED STATES' });
    show({ condition: 'KRAS G12C', markers: [{ label: 'KRAS G12C', without: '' }] });
    expect(screen.queryByRole('link', { name: /^KRAS G12C/ })).toBeNull();
    expect(screen.getByText('KRAS G12C', { selector: '.chip' })).toBeTruthy();
  });

  it('shows alternatives, and a search for any condition', () => {
    const asthma = { typed: 'asthma', meant: ['Asthma'], guessed: false, is_alternative: true };
    expect(show({ parts: [LUNG, asthma] })).toContain('(you typed “lung cacner”) or Asthma.');
    expect(show({ parts: [LUNG, { ...asthma, is_alternative: false }] })).toContain(' and Asthma.');
    expect(show({ parts: [], anything: true })).toContain('We searched for trials of any condition.');
  });

  it('names an unknown place and suggests what to type instead', () => {
    expect(show({ unknown_place: 'Atlantis' })).toContain('We don’t know the place “Atlantis”. Try a city');
  });

  it('asks for a city instead of a postal code that it can’t find', () => {
    const shown = show({ unknown_place: '10115', is_postal_code: true });
    expect(shown).toContain('We can’t find the postal code “10115”. Enter the name of a city instead.');
    expect(shown).not.toContain('or a ZIP code');
  });

  it('says that a condition is not certain', () => {
    expect(show({ suspected: ['MS'] })).toContain(
      'You may have “MS”, but it’s not certain. We searched for it.',
    );
  });

  it('names an institution that no study has and says what was searched instead', () => {
    const shown = show({ unknown_institution: 'Solberg Hospital' });
    expect(shown).toContain('No study that we know names “Solberg Hospital”, so we left it out.');
    expect(show({ unknown_institution: 'Ohio Hospital', filters: [NEAR] })).toContain(
      `so we searched by its place: ${NEAR.value}.`,
    );
  });

  it('asks for a place when someone wants trials near them without saying where', () => {
    expect(show({ asks_for_place: true })).toContain('To see trials near you, enter your city or ZIP code');
    expect(show({})).not.toContain('trials near you');
  });

  it('names an unknown country and says where to choose one', () => {
    const shown = show({ unknown_country: 'Atlantis' });
    expect(shown).toContain('We don’t know the country “Atlantis”. Choose yours from the list');
  });

  it('names what was left out of the search', () => {
    const left_out = ['without diabetes', 'not in Texas'];
    expect(show({ left_out })).toContain('We did not search by “without diabetes” and “not in Texas”.');
    expect(show({})).not.toContain('We did not search by');
  });
});
